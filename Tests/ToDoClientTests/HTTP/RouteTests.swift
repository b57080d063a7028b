import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The client has a call for` {
    private static let item = ToDoItem(title: "a")

    /// A call for each operation of openapi.yaml, by its id.
    private static let calls: [String: @Sendable (APIClient) async throws -> Void] = [
        "listItems": { _ = try await $0.toDoItems() },
        "addItems": { try await $0.add(item) },
        "patchItems": { try await $0.setDone(true, ofAll: ItemFilter()) },
        "deleteItems": { try await $0.deleteAll() },
        "listChanges": { _ = try await $0.changes() },
        "readItem": { _ = try await $0.item(item.id) },
        "putItem": { try await $0.put(item) },
        "patchItem": { try await $0.setDone(true, of: item.id) },
        "deleteItem": { try await $0.delete(item.id) },
        "batch": { try await $0.perform([.delete(item.id)]) },
        "undo": { try await $0.undo(1) },
        "listHistory": { for try await _ in $0.history() {} },
        "listItemHistory": { for try await _ in $0.history(of: item.id) {} },
        "listTrash": { for try await _ in $0.trash() {} },
        "restoreItem": { try await $0.restore(item.id) },
        "importFile": { _ = try await $0.importFile(Data("title".utf8)) },
        "coordinates": { _ = try await $0.coordinate(for: "Here") },
        "signUp": { try await $0.signUp(User(name: "Ada", email: "a@b"), password: "p") },
        "readAccount": { _ = try await $0.account() },
        "changeAccount": { try await $0.changeAccount(name: "Ada") },
        "removeAccount": { try await $0.removeAccount(password: "p") },
        "listSessions": { _ = try await $0.tokens() },
        "signIn": { _ = try await $0.signIn(email: "a@b", password: "p") },
        "readSession": { _ = try await $0.currentToken() },
        "signOut": { try await $0.signOut() },
        "revokeSession": { try await $0.revokeToken("0123456789ab") },
        "addToken": { _ = try await $0.addToken(label: "job") },
        "health": { try await $0.checkHealth() },
        "readiness": { try await $0.checkReadiness() },
        "metrics": { _ = try await $0.metrics() },
        "description": { _ = try await $0.openAPI() },
        "descriptionInJSON": { _ = try await $0.openAPIInJSON() },
        "reference": { _ = try await $0.reference() },
        "problemPage": { client in
            guard
                case .refused(let problem) = await #expect(
                    throws: APIError.self, performing: { try await client.toDoItems() })
            else { return }
            _ = try await client.page(about: problem)
        },
    ]

    /// The operations by their ids, such as `GET /items/{id}`, without HEAD and OPTIONS.
    private static func operations() throws -> [String: String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "openapi.yaml"), encoding: .utf8)
        var operations: [String: String] = [:]
        var (path, method) = ("", "")
        for line in page.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/ {2}(/\S*):/#) {
                path = String(match.output.1)
            } else if let match = line.wholeMatch(
                of: #/ {4}(get|post|put|patch|delete|head|options):/#)
            {
                method = match.output.1.uppercased()
            } else if let match = line.wholeMatch(of: #/ {6}operationId: (\S+)/#),
                !["HEAD", "OPTIONS"].contains(method)
            {
                operations[String(match.output.1)] = "\(method) \(path)"
            }
        }
        return operations
    }

    // proves: clients-7
    @Test func `each operation of the server, and no other`() async throws {
        let operations = try Self.operations()
        let base = try #require(URL(string: "http://server.test"))
        let problem = #"{"type":"/problems/item-not-found","status":404,"detail":""}"#

        // The files of the page and subscriptions are for browsers, the calendar for calendar
        // programs, and assistants have clients of their own.
        let others: Set = [
            "readPage", "pageFile", "pageWorker", "pageManifest", "mcp", "calendar",
            "listSubscriptions", "subscribe", "unsubscribe", "testSubscription",
        ]
        #expect(Set(Self.calls.keys) == Set(operations.keys).subtracting(others))
        #expect(others.isSubset(of: operations.keys))
        for (id, call) in Self.calls {
            let session = RecordingSession(.json(status: 404, problem))
            do {
                try await call(APIClient(baseURL: base, session: session))
            } catch is APIError {
                // Only the request matters here.
            }
            let request = try #require(session.lastRequest)
            let sent = "\(request.httpMethod ?? "") \(request.url?.path() ?? "")"
            let parts = (operations[id] ?? "").split(separator: "/").map(String.init)
            let sentParts = sent.split(separator: "/").map(String.init)
            #expect(parts.count == sentParts.count, "\(id): \(sent)")
            for (part, sent) in zip(parts, sentParts) where !part.hasPrefix("{") {
                #expect(part == sent, "\(id): \(sent)")
            }
        }
    }

    @Test func `each filter, with its characters encoded`() async throws {
        let session = RecordingSession(.json(status: 200, "[]"))
        let client = APIClient(
            baseURL: try #require(URL(string: "http://server.test")), session: session)

        _ = try await client.page(
            matching: ItemFilter(
                done: false, search: "a+b ü&", dueBefore: 1.5, dueAfter: -1,
                near: Coordinate(latitude: 51.2, longitude: -0.5), radius: 50, hasLocation: true,
                tags: ["c++", "home"]),
            sortedBy: .latestTimestamp, limit: 7, cursor: "c")

        #expect(
            session.lastURL?.query(percentEncoded: true)
                == "done=false&q=a%2Bb%20%C3%BC%26&dueBefore=1.5&dueAfter=-1.0&near=51.2%2C-0.5"
                + "&radius=50.0&hasLocation=true&tag=c%2B%2B%2Chome&sort=-timestamp&limit=7&cursor=c"
        )
    }
}
