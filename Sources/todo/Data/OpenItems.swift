import Foundation
import ToDoClient

/// The open store of a command, with the files beside it.
struct OpenItems: Sendable {
    let store: ToDoItemStore
    let place: ItemPlace
    /// Who is signed in; nil without an account.
    let email: String?
    /// Held while this process uses the store after it has waited for it.
    let wait: FileLock?

    /// The items now.
    var snapshot: ToDoItemSnapshot { store.snapshot }
}

/// Where the items of a server, or of none, are.
struct ItemPlace: Sendable {
    /// The folder of all of the program's files.
    let root: URL
    let folder: URL
    let server: ServerAddress?
    let world: World

    /// Tries of opening a store that is in use: 3 s.
    private static let tries = 120
    /// The time between two tries.
    static let betweenTries = Duration.milliseconds(25)

    /// What the numbers of the last list stand for, whichever server's list it was.
    var numbers: JSONFile<Numbers> { JSONFile(root.appending(path: "numbers.json")) }
    /// Until when no command asks the server by itself.
    var pause: JSONFile<SyncPause> { JSONFile(folder.appending(path: "pause.json")) }
    /// Locked by processes that wait for the store.
    var waiting: String { folder.appending(path: "waiting").path }

    var credentials: CredentialStore { .file(folder.appending(path: "credentials.json")) }

    /// The accounts of the server; nil without a server.
    var accounts: ToDoAccounts? {
        client.map {
            ToDoAccounts(
                folder: folder, client: $0, credentials: credentials, environment: world.clock)
        }
    }

    /// The client of the server, without a token.
    var client: APIClient? {
        server.map { APIClient(baseURL: $0.url, session: world.session) }
    }

    /// The client with the token of who is signed in, if someone is; nil without a server.
    func signedInClient() throws(Failure) -> APIClient? {
        guard let server else { return nil }
        let token = try current()?.token.token
        return APIClient(baseURL: server.url, session: world.session) { token }
    }

    /// Who is signed in.
    func email() throws(Failure) -> String? { try current()?.email }

    private func current() throws(Failure) -> Credentials? {
        do {
            return try credentials.load()
        } catch {
            throw .file(
                folder.appending(path: "credentials.json").path,
                reason: "The file is damaged; `todo login` writes it anew.")
        }
    }

    /// Opens the items of who is signed in, or those without an account.
    func open() async throws -> OpenItems {
        guard let accounts, try email() != nil else { return try await openWithoutAccount() }
        guard let store = try await accounts.store() else { return try await openWithoutAccount() }
        return try await open(store)
    }

    /// Opens the items that belong to no account.
    func openWithoutAccount() async throws -> OpenItems {
        let file = folder.appending(path: "items")
        return try await open(
            ToDoItemStore(.file(file), client: client, environment: world.clock))
    }

    /// Opens a store, and waits a while if another process uses it.
    func open(_ store: ToDoItemStore) async throws -> OpenItems {
        var wait: FileLock?
        for _ in 0..<Self.tries {
            do {
                try store.open()
                return OpenItems(store: store, place: self, email: try email(), wait: wait)
            } catch StoreError.inUse {
                // A `todo watch` sees the lock and lets go of the store.
                if wait == nil { wait = try FileLock.acquire(.shared, waiting) }
                try await world.clock.sleep(Self.betweenTries)
            }
        }
        throw Failure.store(.inUse)
    }
}
