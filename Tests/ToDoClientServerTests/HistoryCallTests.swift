import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

/// With the server and with its double.
@Suite struct `The history of a server` {
    private static let a = ToDoItem(title: "Milk", tags: ["shop"])
    private static let b = ToDoItem(title: "Bread")

    private func with(
        _ subject: Subject, _ use: (APIClient) async throws -> Void
    ) async throws {
        try await subject.start(clock: .ticking()) { server in
            try await use(APIClient(baseURL: server.baseURL, session: server.session))
        }
    }

    /// All elements, page by page.
    private func all<Element>(_ pages: HistoryPages<Element>) async throws -> [Element] {
        var found: [Element] = []
        for try await page in pages { found += page }
        return found
    }

    // proves: clients-7
    @Test(arguments: Subject.allCases)
    func `comes in pages of writes`(subject: Subject) async throws {
        try await with(subject) { client in
            try await client.addAll([Self.a, Self.b])
            var changed = Self.a
            changed.title = "Oat milk"
            changed.tags = []
            try await client.update(changed, from: Self.a)
            try await client.delete(Self.b.id)
            try await client.undo(3)

            let writes = try await all(client.history(limit: 1))

            #expect(writes.map(\.revision) == [4, 3, 2, 1])
            #expect(writes.map(\.undoes) == [3, nil, nil, nil])
            #expect(
                writes.map { [$0.created, $0.changed, $0.deleted] }
                    == [[1, 0, 0], [0, 0, 1], [0, 1, 0], [2, 0, 0]])
            #expect(writes[2].items.map(\.members) == [["title", "tags"]])
            #expect(writes[3].items.map(\.title) == ["Milk", "Bread"])
            #expect(writes[3].items.map(\.kind) == [.created, .created])
            #expect(writes.allSatisfy { $0.by == nil && $0.at > 0 })
        }
    }

    @Test(arguments: Subject.allCases)
    func `has each version of an item, which can come back`(subject: Subject) async throws {
        try await with(subject) { client in
            try await client.put(Self.a)
            try await client.setDone(true, of: Self.a.id)
            try await client.delete(Self.a.id)

            let versions = try await all(client.history(of: Self.a.id, limit: 2))
            let trash = try await all(client.trash(matching: "MILK"))
            let none = try await all(client.trash(matching: "bread"))
            let deleted = try await client.restore(Self.a.id)
            let first = try await client.restore(Self.a.id, at: 1)
            let again = try await client.restore(Self.a.id, at: 1)

            #expect(versions.map(\.kind) == [.deleted, .changed, .created])
            #expect(versions.map(\.before?.done) == [true, false, nil])
            #expect(versions[1].members == ["done"])
            #expect(versions[1].before == Self.a)
            #expect(trash.map(\.item.title) == ["Milk"])
            #expect(trash.map(\.deletedIn) == [3])
            #expect(trash[0].item == deleted && deleted.done)
            #expect(none.isEmpty)
            #expect(first == Self.a && again == Self.a)
            #expect(try await all(client.trash()).isEmpty)
            #expect(try await all(client.history()).map(\.revision) == [5, 4, 3, 2, 1])
        }
    }

    @Test(arguments: Subject.allCases)
    func `refuses what it does not know`(subject: Subject) async throws {
        try await with(subject) { client in
            try await client.put(Self.a)

            await #expect(throws: APIError.self) { try await all(client.history(of: Self.b.id)) }
            await #expect(throws: APIError.self) { try await client.restore(Self.b.id) }
            await #expect(throws: APIError.self) { try await client.restore(Self.a.id, at: 2) }
            await #expect(throws: APIError.self) { try await all(client.history(limit: 101)) }
        }
    }
}
