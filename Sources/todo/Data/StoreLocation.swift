import Foundation
import ToDoClient

/// The location of the items of a server, or of those without a server.
struct StoreLocation: Sendable {
    /// The folder of all of the program's files.
    let root: DataFolder
    let folder: URL
    let server: ServerAddress?
    let world: World

    /// The number of attempts to open a store that is in use: 3 s.
    private static let tries = 120
    /// The time between two attempts.
    static let attemptInterval = Duration.milliseconds(25)

    /// The numbers of the last list, of any server.
    var numbers: JSONFile<Numbers> { JSONFile(root.url.appending(path: "numbers.json")) }
    /// The end of the pause after a failed sync.
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

    /// The client with the token of the account that is signed in, if any; nil without a server.
    func signedInClient() throws(Failure) -> APIClient? {
        guard let server else { return nil }
        let token = try current()?.token.token
        return APIClient(baseURL: server.url, session: world.session) { token }
    }

    /// The email of the account that is signed in.
    func email() throws(Failure) -> String? { try current()?.email }

    private func current() throws(Failure) -> Credentials? {
        do {
            return try credentials.load()
        } catch {
            throw .file(
                folder.appending(path: "credentials.json").path,
                reason: "The file is damaged; `todo login` replaces it.")
        }
    }

    /// Opens the items of the account that is signed in, or those without an account.
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

    private func damage(_ copy: String?) -> String {
        let kept = copy.map { "; \($0) is a copy of it" } ?? ""
        return "todo: The file of the items was damaged\(kept). What could be read is there.\n"
    }

    /// Makes the folders that are missing, and takes the rights of others to them.
    func prepare() throws(Failure) { try root.prepare(for: server) }

    /// Opens a store, and waits a while if another process uses it.
    func open(_ store: ToDoItemStore) async throws -> OpenItems {
        try prepare()
        var waitLock: FileLock?
        for _ in 0..<Self.tries {
            do {
                try store.open()
                if case .damaged(let copy) = store.snapshot.file {
                    world.terminal.printError(damage(copy))
                }
                return OpenItems(
                    store: store, storeLocation: self, email: try email(), waitLock: waitLock)
            } catch StoreError.inUse {
                // `todo watch` closes the store when it finds this lock.
                if waitLock == nil { waitLock = try FileLock.acquire(.shared, waiting) }
                try await world.clock.sleep(Self.attemptInterval)
            }
        }
        throw Failure.store(.inUse)
    }
}
