import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

/// The calls of the client that `BookAppTests` does not use, with the server and with its double.
@Suite struct `The client and each server agree on` {
    private static let a = ToDoItem(title: "a", timestamp: 10)
    private static let b = ToDoItem(title: "b", location: Location(name: "Shop"))

    private func with(
        _ subject: Subject, _ use: (APIClient) async throws -> Void
    ) async throws {
        try await subject.start(clock: .ticking()) { server in
            try await use(APIClient(baseURL: server.baseURL, session: server.session))
        }
    }

    // proves: clients-7
    @Test(arguments: Subject.allCases)
    func `one item and the items of a filter`(subject: Subject) async throws {
        try await with(subject) { client in
            #expect(try await client.put(Self.a) == Self.a)
            try await client.put(Self.b)
            var changed = Self.a
            changed.title = "c"
            changed.timestamp = nil
            #expect(try await client.update(changed, from: Self.a) == changed)

            #expect(try await client.item(Self.a.id) == changed)
            #expect(try await client.toDoItems(matching: ItemFilter(hasLocation: true)) == [Self.b])
            #expect(try await client.toDoItems(matching: ItemFilter(search: "C")) == [changed])
            #expect(try await client.setDone(true, ofAll: ItemFilter(search: "c")) == 1)
            try await client.deleteAll(matching: ItemFilter(done: true))
            #expect(try await client.toDoItems() == [Self.b])
        }
    }

    /// The double reads no files of other programs.
    @Test func `a file of another program, first as a preview`() async throws {
        let file = Data("TYPE,CONTENT,PRIORITY\ntask,Milk,1\ntask,,4\n".utf8)
        try await with(.real) { client in
            let preview = try await client.importFile(file, preview: true, timeZone: .gmt)
            #expect(try await client.toDoItems() == [])
            let result = try await client.importFile(file, timeZone: .gmt)
            let again = try await client.importFile(file, replacingExisting: true, timeZone: .gmt)

            #expect(preview == result)
            #expect(result.new == 1 && result.changed == 0 && result.unchanged == 0)
            #expect(result.format == "todoist")
            #expect(result.lost.map(\.field) == ["PRIORITY"])
            #expect(result.lost.map(\.isKept) == [false])
            #expect(result.skipped.map(\.reason) == ["has no title"])
            #expect(again.new == 0 && again.changed == 0 && again.unchanged == 1)
            #expect(try await client.toDoItems().map(\.title) == ["Milk"])
        }
    }

    // proves: clients-7
    @Test(arguments: Subject.allCases)
    func `batches, their undo, and changes`(subject: Subject) async throws {
        try await with(subject) { client in
            let first = try await client.perform([.put(Self.a), .put(Self.b)])
            let token = try await client.changes().token
            var changed = Self.a
            changed.done = true
            let second = try await client.perform([
                .update(changed, from: Self.a, ifRevision: first.revision), .delete(Self.b.id),
            ])
            let changes = try await client.changes(since: token)
            let undone = try await client.undo(try #require(second.revision))

            #expect(first.items == [Self.a, Self.b])
            #expect(second.items == [changed, nil])
            let revision = try #require(second.revision)
            #expect(changes.changes.count == 2)
            #expect(changes.changes.contains(.stored(changed, revision: revision)))
            #expect(changes.changes.contains(.deleted(Self.b.id, revision: revision)))
            #expect(!changes.hasMore)
            #expect(Set(undone) == [Self.a.id, Self.b.id])
            #expect(try await client.toDoItems() == [Self.a, Self.b])
        }
    }

    // proves: clients-7
    @Test(arguments: Subject.allCases)
    func `an account and its tokens, from creation to removal`(subject: Subject) async throws {
        try await subject.startWithAccounts { server in
            let ada = User(name: "Ada", email: "ada@example.org")
            let password = "a crumbling lighthouse"
            let guest = APIClient(baseURL: server.baseURL, session: server.session)
            #expect(try await guest.signUp(ada, password: password) == ada)
            let token = try await guest.signIn(email: ada.email, password: password)
            let client = APIClient(baseURL: server.baseURL, session: server.session) { token.token }

            #expect(try await client.account() == ada)
            #expect(try await client.changeAccount(name: "Ada L.").name == "Ada L.")
            let job = try await client.addToken(label: " backup job ")
            #expect(job.label == "backup job")
            #expect(try await client.currentToken().isCurrent)
            #expect(try await client.tokens().map(\.label).contains("backup job"))
            try await client.revokeToken(job.handle)
            await refused(404) { try await client.revokeToken(job.handle) }
            await refused(422) { try await client.changeAccount(email: "new@example.org") }
            await refused(403) {
                try await client.changeAccount(email: "new@example.org", currentPassword: "wrong")
            }
            try await client.add(Self.a)
            let moved = try await client.changeAccount(
                email: "new@example.org", password: "another lighthouse", currentPassword: password)
            #expect(moved.email == "new@example.org")
            #expect(try await client.toDoItems() == [Self.a])
            await refused(401) { _ = try await guest.signIn(email: ada.email, password: password) }
            await refused(403) { try await client.removeAccount(password: password) }
            let second = try await guest.signIn(
                email: moved.email, password: "another lighthouse")
            let other = APIClient(baseURL: server.baseURL, session: server.session) { second.token }
            try await other.signOut()
            await refused(401) { _ = try await other.account() }
            try await client.removeAccount(password: "another lighthouse")
            await refused(401) { _ = try await client.toDoItems() }
        }
    }

    // proves: clients-7
    @Test(arguments: Subject.allCases)
    func `the scopes of tokens, and which token ends with another one`(
        subject: Subject
    ) async throws {
        try await subject.startWithAccounts { server in
            let ada = User(name: "Ada", email: "ada@example.org")
            let password = "a crumbling lighthouse"
            func client(_ token: String? = nil) -> APIClient {
                APIClient(baseURL: server.baseURL, session: server.session) { token }
            }
            try await client().signUp(ada, password: password)
            let first = try await client().signIn(email: ada.email, password: password)
            let session = client(first.token)
            func made(by maker: APIClient, _ scope: TokenScope) async throws -> APIClient {
                let token = try await maker.addToken(label: "x", scope: scope)
                #expect(token.scope == scope)
                return client(token.token)
            }

            let items = try await made(by: session, .items)
            let reading = try await made(by: session, .read)
            let program = try await made(by: session, .all)
            let child = try await made(by: program, .read)

            #expect(try await items.currentToken().scope == .items)
            #expect(try await session.currentToken().scope == .all)
            try await items.add(Self.a)
            #expect(try await reading.toDoItems() == [Self.a])
            await refused("read-only") { try await reading.add(Self.b) }
            await refused("not-permitted") { _ = try await reading.account() }
            await refused("not-permitted") { _ = try await items.tokens() }
            await refused("not-permitted") { _ = try await items.addToken(label: "y") }
            await refused("invalid") { _ = try await program.addToken(label: "y", scope: .all) }
            try await program.signOut()
            await refused("unauthorized") { _ = try await child.toDoItems() }
            let second = try await client().signIn(email: ada.email, password: password)
            try await client(second.token).revokeToken(session.currentToken().handle)
            await refused("unauthorized") { _ = try await items.toDoItems() }
            await refused("unauthorized") { _ = try await reading.toDoItems() }
        }
    }

    // proves: clients-7
    @Test func `pages, orders and the routes about the server`() async throws {
        try await with(.real) { client in
            try await client.addAll([Self.a, Self.b])

            let first = try await client.page(sortedBy: .reverseTitle, limit: 1)
            let second = try await client.page(
                sortedBy: .reverseTitle, limit: 1, cursor: first.next)
            let error = await #expect(throws: APIError.self) { try await client.item(UUID()) }

            #expect(first.items == [Self.b])
            #expect(second.items == [Self.a])
            guard case .refused(let problem)? = error else { throw try #require(error) }
            #expect(try await client.page(about: problem).contains("<html"))
            try await client.checkHealth()
            try await client.checkReadiness()
            #expect(try await client.openAPI().hasPrefix("openapi:"))
            #expect(try await client.openAPIInJSON().first == UInt8(ascii: "{"))
            #expect(try await client.reference().contains("<html"))
        }
    }

    private func refused(_ name: String, _ call: () async throws -> Void) async {
        await #expect {
            try await call()
        } throws: { error in
            guard case APIError.refused(let problem) = error else { return false }
            return problem.type == "/problems/" + name
        }
    }

    private func refused(_ status: Int, _ call: () async throws -> Void) async {
        await #expect {
            try await call()
        } throws: { error in
            guard case APIError.refused(let problem) = error else { return false }
            return problem.status == status
        }
    }
}
