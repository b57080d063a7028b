import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The client sends` {
    private let base = URL(string: "http://server.test/to-do")

    @Test func `a GET for the items`() async throws {
        let session = RecordingSession()
        let client = APIClient(baseURL: try #require(base), session: session)

        _ = try await client.toDoItems()

        #expect(session.lastRequest?.httpMethod == "GET")
        #expect(session.lastRequest?.url?.absoluteString == "http://server.test/to-do/items")
        #expect(session.lastRequest?.value(forHTTPHeaderField: "Accept") == "application/json")
        #expect(session.lastRequest?.value(forHTTPHeaderField: "Content-Type") == nil)
        #expect(session.lastRequest?.httpBody == nil)
    }

    @Test func `the output of JSONEncoder to add an item`() async throws {
        let item = ToDoItem(title: "Buy milk", itemDescription: "", timestamp: 0.5)
        let session = RecordingSession(.json(status: 201, try text(item)))
        let client = APIClient(baseURL: try #require(base), session: session)

        let stored = try await client.add(item)

        #expect(stored == item)
        #expect(session.lastRequest?.httpMethod == "POST")
        #expect(session.lastRequest?.url?.absoluteString == "http://server.test/to-do/items")
        #expect(
            session.lastRequest?.value(forHTTPHeaderField: "Content-Type") == "application/json")
        let body = try #require(session.lastRequest?.httpBody)
        #expect(try JSONDecoder().decode(ToDoItem.self, from: body) == item)
    }

    @Test(arguments: [
        (APIClient.OnConflict.refuse, nil), (.skip, "onConflict=skip"),
        (.replace, "onConflict=replace"),
    ])
    func `an array with the policy for existing ids`(
        onConflict: APIClient.OnConflict, query: String?
    ) async throws {
        let items = [ToDoItem(title: "Buy milk"), ToDoItem(title: "Post the letter", done: true)]
        let session = RecordingSession(.json(status: 201, try text(items)))
        let client = APIClient(baseURL: try #require(base), session: session)

        let stored = try await client.addAll(items, onConflict: onConflict)

        #expect(stored == items)
        #expect(session.lastRequest?.httpMethod == "POST")
        #expect(session.lastRequest?.url?.path() == "/to-do/items")
        #expect(session.lastRequest?.url?.query() == query)
        let body = try #require(session.lastRequest?.httpBody)
        #expect(try JSONDecoder().decode([ToDoItem].self, from: body) == items)
    }

    @Test(arguments: [true, false])
    func `a merge patch of done alone to mark an item`(done: Bool) async throws {
        let item = ToDoItem(title: "Buy milk", done: done)
        let session = RecordingSession(.json(status: 200, try text(item)))
        let client = APIClient(baseURL: try #require(base), session: session)

        let stored = try await client.setDone(done, of: item.id)

        #expect(stored == item)
        #expect(session.lastRequest?.httpMethod == "PATCH")
        #expect(session.lastRequest?.url?.path() == "/to-do/items/\(item.id)")
        #expect(
            session.lastRequest?.value(forHTTPHeaderField: "Content-Type")
                == "application/merge-patch+json")
        let body = try #require(session.lastRequest?.httpBody)
        #expect(String(decoding: body, as: UTF8.self) == "{\"done\":\(done)}")
    }

    @Test func `a DELETE of an item by its id`() async throws {
        let id = UUID()
        let session = RecordingSession(.json(status: 204, ""))
        let client = APIClient(baseURL: try #require(base), session: session)

        try await client.delete(id)

        #expect(session.lastRequest?.httpMethod == "DELETE")
        #expect(session.lastRequest?.url?.path() == "/to-do/items/\(id)")
        #expect(session.lastRequest?.httpBody == nil)
    }

    @Test func `a new key with each DELETE, which a session may send twice`()
        async throws
    {
        let session = RecordingSession(.json(status: 204, ""))
        let client = APIClient(baseURL: try #require(base), session: session)

        try await client.deleteAll()
        try await client.deleteAll()
        try await client.delete(UUID())

        let keys = session.requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }
        #expect(Set(keys.compactMap { $0 }).count == 3)
    }

    @Test func `a DELETE of all items`() async throws {
        let session = RecordingSession(.json(status: 204, ""))
        let client = APIClient(baseURL: try #require(base), session: session)

        try await client.deleteAll()

        #expect(session.lastRequest?.httpMethod == "DELETE")
        #expect(session.lastRequest?.url?.absoluteString == "http://server.test/to-do/items")
        #expect(session.lastRequest?.httpBody == nil)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
