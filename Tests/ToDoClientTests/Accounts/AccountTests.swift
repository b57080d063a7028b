import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `Accounts` {
    private let server = InMemoryServer()
    private let credentials = CredentialStore.inMemory()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")

    private var client: APIClient { APIClient(baseURL: World.url, session: server) }

    private func accounts() -> ToDoAccounts {
        ToDoAccounts(folder: folder, client: client, credentials: credentials)
    }

    private func signUp(_ email: String) async throws {
        _ = try await SignUpRepository.live(client)
            .handleSignUp("Ada", email, "a crumbling lighthouse")
    }

    @Test func `have no store before signing in`() async throws {
        #expect(try await accounts().store() == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    // proves: clients-5
    @Test func `have separate items, and keep unsent ones until the next sign-in`() async throws {
        try await signUp("ada@example.org")
        try await signUp("bob@example.org")
        let accounts = accounts()

        let ada = try await accounts.signIn(
            email: " Ada@Example.org", password: "a crumbling lighthouse")
        try ada.add(ToDoItem(title: "Ada's"))
        try await ada.sync()
        server.isReachable = false
        try ada.add(ToDoItem(title: "Ada's later"))
        #expect(try await accounts.signOut() == 1)
        server.isReachable = true
        let bob = try await accounts.signIn(
            email: "bob@example.org", password: "a crumbling lighthouse")
        try await bob.sync()

        #expect(throws: StoreError.closed) { try ada.open() }
        #expect(bob.snapshot.count == 0)
        try await accounts.signOut()
        let again = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        #expect(again.titles == ["Ada's", "Ada's later"])
        #expect(again.snapshot.unsent == 1)
        try await again.sync()
        #expect(server.items.map(\.title) == ["Ada's", "Ada's later"])
    }

    /// The file of Ada's items, of a server with the address file:///.
    private let adasFile = "items-file%3A%20ada@example.org"

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test func `leave nothing of an account on the device if all is sent`() async throws {
        try await signUp("ada@example.org")
        let accounts = accounts()
        let store = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))
        try Data().write(to: folder.appending(path: adasFile + ".damaged-1"))
        try Data().write(to: folder.appending(path: adasFile + ".uk"))

        try await accounts.signOut()

        #expect(server.items.map(\.title) == ["a"])
        #expect(try files == [adasFile + ".uk"])
    }

    @Test func `forget an account with its unsent items`() async throws {
        try await signUp("ada@example.org")
        let accounts = accounts()
        let store = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))
        server.isReachable = false

        try await accounts.forget()

        #expect(try files.isEmpty)
        #expect(try credentials.load() == nil)
    }

    @Test func `wait 2 seconds for unsent items at a sign-out, and keep them then`()
        async throws
    {
        try await signUp("ada@example.org")
        let clock = TestClock()
        let session = SilentSession(server: server)
        let accounts = ToDoAccounts(
            folder: folder, client: APIClient(baseURL: World.url, session: session),
            credentials: credentials, environment: clock.environment)
        let store = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))

        async let end = accounts.end(forgetting: false)
        while !clock.sleeps.contains(.seconds(2)) { await Task.yield() }
        clock.advance(by: 2)

        #expect(try await end.unsent == 1)
        #expect(try files == [adasFile])
    }

    @Test func `are created and signed in at once`() async throws {
        let store = try await accounts().signUp(
            name: "Ada", email: "ada@example.org", password: "a crumbling lighthouse")

        try store.add(ToDoItem(title: "a"))
        try await store.sync()

        #expect(server.items.map(\.title) == ["a"])
        #expect(try credentials.load()?.email == "ada@example.org")
    }

    @Test func `return the same store for the same account`() async throws {
        try await signUp("ada@example.org")
        let accounts = accounts()

        let first = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        let second = try await accounts.signIn(
            email: "ADA@example.org", password: "a crumbling lighthouse")

        #expect(first === second)
        #expect(try await accounts.store() === first)
        try await first.sync()
    }

    @Test func `load the account that is signed in without the network`() async throws {
        try await signUp("ada@example.org")
        let before = accounts()
        let store = try await before.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))
        store.close()
        server.isReachable = false

        let again = try #require(try await accounts().store())

        #expect(again.titles == ["a"])
    }

    @Test func `report all faults of the fields at once`() {
        let faults = SignUpRepository.faults(name: " ", email: "ada", password: "short")

        #expect(Set(faults.keys) == Set(AccountField.allCases))
        #expect(
            SignUpRepository.faults(
                name: "Ada", email: " ada@example.org ", password: "0123456789"
            ).isEmpty)
    }

    @Test func `have separate errors for a wrong password, a taken email and no server`()
        async throws
    {
        try await signUp("ada@example.org")
        let accounts = accounts()

        await #expect {
            try await accounts.signIn(email: "ada@example.org", password: "wrong")
        } throws: { error in
            guard case AccountError.wrongCredentials = error else { return false }
            return true
        }
        await #expect {
            try await signUp("Ada@example.org")
        } throws: { error in
            guard case AccountError.emailTaken = error else { return false }
            return true
        }
        server.isReachable = false
        await #expect {
            try await signUp("bob@example.org")
        } throws: { error in
            guard case AccountError.unreachable = error else { return false }
            return true
        }
    }

    @Test(arguments: [404, 503, 429, 403])
    func `have separate errors for each status`(status: Int) async throws {
        let session = RecordingSession(
            .json(
                status: status,
                #"{"type":"/problems/sign-up-closed","status":\#(status),"detail":""}"#,
                headers: ["Retry-After": "7"]))
        let repository = SignUpRepository.live(APIClient(baseURL: World.url, session: session))

        await #expect {
            _ = try await repository.handleSignUp("Ada", "ada@example.org", "a lighthouse")
        } throws: { error in
            switch (status, error as? AccountError) {
            case (404, .noAccounts), (503, .unreachable), (403, .signUpClosed): true
            case (429, .tooManyTries(retryAfter: 7)): true
            default: false
            }
        }
    }

    @Test func `have a file of credentials that only its user can read`() throws {
        let url = folder.appending(path: "credentials")
        let store = CredentialStore.file(url)
        let credentials = Credentials(
            email: "ada@example.org", token: AccessToken(token: "secret", expiresAt: 1))

        #expect(try store.load() == nil)
        try store.save(credentials)

        #expect(try CredentialStore.file(url).load() == credentials)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try store.save(nil)
        #expect(try store.load() == nil)
        try store.save(nil)
    }

    @Test func `have a file of credentials that leaves nothing of a killed app`() throws {
        let url = folder.appending(path: "credentials")
        let store = CredentialStore.file(url)
        try store.save(
            Credentials(email: "a@example.org", token: AccessToken(token: "a", expiresAt: 1)))
        try Data("secret".utf8).write(to: folder.appending(path: "credentials.new-\(UUID())"))

        try store.save(
            Credentials(email: "b@example.org", token: AccessToken(token: "b", expiresAt: 1)))

        #expect(try files == ["credentials"])
    }

    @Test func `have a file of credentials that no link leads away`() throws {
        let url = folder.appending(path: "credentials")
        let other = folder.appending(path: "other")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("other".utf8).write(to: other)
        for name in ["credentials", "credentials.new"] {
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: name), withDestinationURL: other)
        }
        let credentials = Credentials(
            email: "ada@example.org", token: AccessToken(token: "secret", expiresAt: 1))

        try CredentialStore.file(url).save(credentials)

        #expect(try CredentialStore.file(url).load() == credentials)
        #expect(try String(contentsOf: other, encoding: .utf8) == "other")
    }

    @Test func `throw an error and revoke the token if the credentials cannot be stored`()
        async throws
    {
        try await signUp("ada@example.org")
        var full = credentials
        full.save = { _ in throw DiskIsFull() }
        let accounts = ToDoAccounts(folder: folder, client: client, credentials: full)

        await #expect {
            try await accounts.signIn(
                email: "ada@example.org", password: "a crumbling lighthouse")
        } throws: { error in
            guard case AccountError.storage(.disk("DiskIsFull()")) = error else { return false }
            return true
        }

        #expect(try await accounts.store() == nil)
        #expect(server.requests.last?.httpMethod == "DELETE")
        #expect(server.requests.last?.url?.path() == "/sessions/current")
    }

    @Test func `throw an error if the credentials cannot be read`() async throws {
        var damaged = credentials
        damaged.load = { throw DiskIsFull() }
        let accounts = ToDoAccounts(folder: folder, client: client, credentials: damaged)

        await #expect(throws: StoreError.disk("DiskIsFull()")) { try await accounts.store() }
        await #expect {
            try await accounts.signOut()
        } throws: { error in
            guard case AccountError.storage = error else { return false }
            return true
        }
    }
}

private struct DiskIsFull: Error {}

/// A server that never answers what has to do with items.
private struct SilentSession: HTTPSession {
    let server: InMemoryServer

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        if request.url?.path().hasPrefix("/items") == true {
            // Until the task is cancelled.
            let (silence, _) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            throw CancellationError()
        }
        return try await server.data(for: request)
    }
}
