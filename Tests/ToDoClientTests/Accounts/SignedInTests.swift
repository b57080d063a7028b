import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `An app with an account` {
    private let server = InMemoryServer()
    private let clock = TestClock()
    private let credentials = CredentialStore.inMemory()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    private let gate: Gate
    private let client: APIClient

    init() async throws {
        gate = Gate(server: server)
        client = APIClient(baseURL: World.url, session: gate)
        for name in ["ada", "bob"] {
            try await client.signUp(
                User(name: name, email: "\(name)@example.org"), password: Self.password)
        }
    }

    private static let password = "a crumbling lighthouse"

    private func accounts() -> ToDoAccounts {
        ToDoAccounts(
            folder: folder, client: client, credentials: credentials,
            environment: clock.environment)
    }

    private func signIn(
        _ accounts: ToDoAccounts, _ name: String = "ada"
    ) async throws -> ToDoItemStore {
        try await accounts.signIn(email: "\(name)@example.org", password: Self.password)
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test func `finds the coordinates of addresses as the account`() async throws {
        let here = Coordinate(latitude: 51, longitude: 6)
        server.addresses = ["Main Street 1": here]
        let store = try await signIn(accounts())

        let repository = ToDoItemRepository.live(store, client)

        #expect(try await repository.coordinate("Main Street 1") == here)
        #expect(try await store.client?.coordinate(for: "Main Street 1") == here)
    }

    @Test func `has a client that follows its sign-ins`() async throws {
        let accounts = accounts()
        let client = accounts.client
        await #expect(throws: APIError.self) { try await client.account() }
        _ = try await signIn(accounts)
        let first = try await client.account().email
        try await signOutElsewhere()
        _ = try await signIn(accounts)

        #expect(first == "ada@example.org")
        #expect(try await self.accounts().client.account().email == "ada@example.org")
        #expect(try await client.tokens().count == 2)
        try await client.removeAccount(password: Self.password)
        try await accounts.forget()
        #expect(try files.isEmpty)
        #expect(try credentials.load() == nil)
    }

    @Test func `stays signed in, with its store, if the credentials cannot be removed`()
        async throws
    {
        let isFull = Locked(false)
        var full = credentials
        full.save = { [credentials] in
            if isFull.withLock({ $0 }) { throw PersistentDataStore.InUse() }
            try credentials.save($0)
        }
        let accounts = ToDoAccounts(folder: folder, client: client, credentials: full)
        let store = try await signIn(accounts)
        isFull.withLock { $0 = true }

        await #expect(throws: AccountError.self) { try await accounts.signOut() }

        try store.add(ToDoItem(title: "a"))
        try await store.sync()
        #expect(server.items.map(\.title) == ["a"])
        #expect(try await accounts.store() === store)
    }

    @Test func `is in sync again after it has signed in again`() async throws {
        let accounts = accounts()
        let store = try await signIn(accounts)
        store.start()
        try await wait(store) { $0.status == .upToDate }
        try await signOutElsewhere()
        try store.add(ToDoItem(title: "a"))
        try await wait(store) { $0.status == .signedOut }

        let again = try await signIn(accounts)
        try await wait(store) { $0.status == .upToDate }

        #expect(again === store)
        #expect(server.items.map(\.title) == ["a"])
        await store.stop()
    }

    @Test func `does not show a sign-in as missing after it, also before a sync`() async throws {
        let accounts = accounts()
        let store = try await signIn(accounts)
        try await signOutElsewhere()
        await #expect(throws: SyncError.signedOut) { try await store.sync() }
        let before = store.snapshot.status

        _ = try await signIn(accounts)

        #expect(before == .signedOut)
        #expect(store.snapshot.status == .idle)
    }

    @Test func `gets the store after each sign-in, also of the same account`() async throws {
        let accounts = accounts()
        var stores = await accounts.stores().makeAsyncIterator()
        _ = await stores.next()
        let store = try await signIn(accounts)
        let first = await stores.next()

        _ = try await signIn(accounts)
        let second = await stores.next()

        #expect(first.flatMap(\.self) === store)
        #expect(second.flatMap(\.self) === store)
    }

    @Test func `has signed out without a network, and keeps what is unsent`() async throws {
        let accounts = accounts()
        let store = try await signIn(accounts)
        try store.add(ToDoItem(title: "a"))
        server.isReachable = false

        let kept = try await accounts.signOut()

        #expect(kept == 1)
        #expect(try credentials.load() == nil)
        #expect(try files.count == 1)
        server.isReachable = true
        #expect(try await signIn(accounts).titles == ["a"])
    }

    @Test(arguments: [true, false])
    func `signs out within 3 seconds if the server never answers`(isStarted: Bool) async throws {
        let accounts = accounts()
        let store = try await signIn(accounts)
        if isStarted {
            store.start()
            try await wait(store) { $0.status == .upToDate }
        }
        try store.add(ToDoItem(title: "a"))
        gate.close()

        let task = Task { try await accounts.signOut() }
        // For sending, then for revoking the token.
        for seconds in [2.0, 1] {
            while !clock.sleeps.contains(.seconds(seconds)) { await Task.yield() }
            clock.advance(by: seconds)
        }
        _ = try await task.value

        #expect(try credentials.load() == nil)
        #expect(try files.count == 1)
        gate.open()
    }

    @Test func `refuses a second account, and changes nothing`() async throws {
        let accounts = accounts()
        let store = try await signIn(accounts)
        try store.add(ToDoItem(title: "a"))

        await #expect(throws: AccountError.signedIn(as: "ada@example.org")) {
            try await signIn(accounts, "bob")
        }
        await #expect(throws: AccountError.signedIn(as: "ada@example.org")) {
            try await accounts.signUp(
                name: "Eve", email: "eve@example.org", password: Self.password)
        }

        #expect(try credentials.load()?.email == "ada@example.org")
        #expect(try await accounts.store() === store)
        #expect(store.titles == ["a"])
        #expect(server.requests.count { $0.url?.path() == "/sessions" } == 1)
        #expect(server.requests.count { $0.url?.path() == "/users" } == 2)
    }

    /// Revokes all tokens of the account.
    private func signOutElsewhere() async throws {
        let session = server
        let guest = APIClient(baseURL: World.url, session: session)
        let token = try await guest.signIn(email: "ada@example.org", password: Self.password)
        let other = APIClient(baseURL: World.url, session: session) { token.token }
        for token in try await other.tokens() where !token.isCurrent {
            try await other.revokeToken(token.handle)
        }
    }

    private func wait(
        _ store: ToDoItemStore, until condition: (ToDoItemSnapshot) -> Bool
    ) async throws {
        for await snapshot in store.snapshots where condition(snapshot) { return }
        throw StoreError.closed
    }
}

/// A session whose server does not answer while it is closed, whether or not the request is
/// cancelled.
private final class Gate: HTTPSession {
    private struct State {
        var isClosed = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let server: InMemoryServer
    private let state = Locked(State())

    init(server: InMemoryServer) {
        self.server = server
    }

    func close() { state.withLock { $0.isClosed = true } }

    func open() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.isClosed { state.waiting.append(continuation) }
                return !state.isClosed
            }
            if passes { continuation.resume() }
        }
        return try await server.data(for: request)
    }

    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        try await server.stream(for: request)
    }
}
