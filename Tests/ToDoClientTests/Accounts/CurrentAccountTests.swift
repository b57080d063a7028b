import Foundation
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `Accounts of an app` {
    private let server = InMemoryServer()
    private let credentials = CredentialStore.inMemory()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    private let client: APIClient

    init() async throws {
        client = APIClient(baseURL: World.url, session: server)
        _ = try await SignUpRepository.live(client)
            .handleSignUp("Ada", "ada@example.org", "a crumbling lighthouse")
    }

    private func accounts() -> ToDoAccounts {
        ToDoAccounts(folder: folder, client: client, credentials: credentials)
    }

    @Test func `tell the store of who is signed in, after each change`() async throws {
        let accounts = accounts()
        var stores = await accounts.stores().makeAsyncIterator()

        let before = await stores.next()
        let first = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        let signedIn = await stores.next()
        try await accounts.signIn(email: "ada@example.org", password: "a crumbling lighthouse")
        try await accounts.signOut()
        let after = await stores.next()

        #expect(before.map { $0 == nil } == true)
        #expect(signedIn.flatMap(\.self) === first)
        #expect(after.map { $0 == nil } == true)
    }

    @Test func `give a token to no other server, and keep a file for each`() async throws {
        let accounts = accounts()
        let store = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))
        let url = try #require(URL(string: "https://other.example.org"))
        let other = ToDoAccounts(
            folder: folder, client: APIClient(baseURL: url, session: server),
            credentials: credentials)

        #expect(try await other.store() === nil)
        let elsewhere = try await other.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")

        #expect(elsewhere.titles == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        #expect(try credentials.load()?.server == url)
    }
    @Test func `know their server by its address without the slash at its end`() async throws {
        let url = try #require(URL(string: "https://todo.example.org"))
        let slash = try #require(URL(string: "https://todo.example.org/"))
        let first = ToDoAccounts(
            folder: folder, client: APIClient(baseURL: url, session: server),
            credentials: credentials)
        try await first.signIn(email: "ada@example.org", password: "a crumbling lighthouse")

        let second = ToDoAccounts(
            folder: folder, client: APIClient(baseURL: slash, session: server),
            credentials: credentials)

        #expect(try await second.store() != nil)
    }

    @Test func `are not said to be forgotten while another process uses their items`() async throws
    {
        let accounts = accounts()
        let store = try await accounts.signIn(
            email: "ada@example.org", password: "a crumbling lighthouse")
        try store.add(ToDoItem(title: "a"))
        let other = self.accounts()

        await #expect {
            try await other.forget()
        } throws: { error in
            if case AccountError.storage(.inUse) = error { true } else { false }
        }

        #expect(try credentials.load() != nil)
        #expect(store.titles == ["a"])
    }
}
