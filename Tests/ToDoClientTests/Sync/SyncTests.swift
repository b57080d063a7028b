import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A sync` {
    private let world = World()

    @Test func `sends local writes and fetches changes`() async throws {
        let (first, second) = (world.store(), world.store())
        try first.add(ToDoItem(title: "a"))
        try second.add(ToDoItem(title: "b"))

        try await first.sync()
        try await second.sync()
        try await first.sync()

        #expect(first.titles == ["a", "b"])
        #expect(second.titles == ["a", "b"])
        #expect(world.server.items.map(\.title) == ["a", "b"])
        #expect(first.snapshot.unsent == 0)
        #expect(first.snapshot.status == .upToDate)
    }

    // proves: clients-6
    @Test func `is one GET if there are no changes`() async throws {
        let store = world.store()
        try store.add(ToDoItem(title: "a"))
        try await store.sync()
        world.server.forgetRequests()

        try await store.sync()

        #expect(world.calls == ["GET /items/changes"])
    }

    // proves: clients-6
    @Test func `of up to 500 edits is two requests`() async throws {
        let store = world.store()
        for number in 0..<500 { try store.add(ToDoItem(title: "\(number)")) }

        try await store.sync()

        #expect(world.calls == ["POST /items/batch", "GET /items/changes"])
        #expect(world.server.items == store.snapshot.items)
        #expect(world.server.revision == 1)
    }

    @Test func `with a conflict is two requests more`() async throws {
        let (first, second) = try await world.devices(with: ToDoItem(title: "a"))
        let id = world.server.items[0].id
        try first.edit(id) { $0.title = "b" }
        try await first.sync()
        try second.edit(id) { $0.timestamp = 1 }
        world.server.forgetRequests()

        try await second.sync()

        #expect(
            world.calls == [
                "POST /items/batch", "GET /items/changes", "POST /items/batch",
                "GET /items/changes",
            ])
        #expect(world.server.items == [ToDoItem(id: id, title: "b", timestamp: 1)])
        #expect(second.snapshot.conflicts.isEmpty)
    }

    @Test func `keeps the order of items that were added together, locally and on the server`()
        async throws
    {
        let (first, second) = (world.store(), world.store())
        let items = (0..<20).map { ToDoItem(id: UUID(), title: "\($0)") }
        try first.importItems(try JSONEncoder().encode(items))

        try await first.sync()
        try await second.sync()

        #expect(first.snapshot.items == world.server.items)
        #expect(second.snapshot.items == world.server.items)
    }

    @Test func `that is cancelled says so`() async throws {
        let store = world.store()
        try store.add(ToDoItem(title: "a"))
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await store.sync()
        }
        task.cancel()

        let error = await #expect(throws: SyncError.self) { try await task.value }

        #expect(error?.localizedDescription == "The sync was cancelled.")
        #expect(store.snapshot.unsent == 1)
        #expect(store.snapshot.status == .idle)
    }

    enum RequestFailure: CaseIterable {
        case unreachable, answerLost, twice, busy, broken, portal, html, redirect

        var failure: InMemoryServer.Failure {
            switch self {
            case .unreachable: .unreachable
            case .answerLost: .answerLost
            case .twice: .twice
            case .busy: .status(503, retryAfter: 7)
            case .broken: .status(500)
            case .portal: .content(status: 200, "<h1>Welcome</h1>")
            case .html: .content(status: 404, "<h1>Nothing here</h1>")
            case .redirect: .content(status: 302, "")
            }
        }
    }

    // proves: clients-5
    @Test(arguments: RequestFailure.allCases)
    func `loses and duplicates nothing if a request fails`(kind: RequestFailure) async throws {
        let disk = InMemoryDisk()
        let store = world.store(disk)
        let item = ToDoItem(title: "a")
        try store.add(item)
        world.server.fail(kind.failure)

        do {
            try await store.sync()
            #expect(kind == .twice)
        } catch {
            #expect(store.snapshot.unsent == 1)
            #expect(store.snapshot.items == [item])
        }

        let again = world.store(disk.copy())
        try again.edit(item.id) { $0.title = "b" }
        try await again.sync()
        #expect(world.server.items.map(\.title) == ["b"])
        #expect(again.snapshot.unsent == 0)
        #expect(again.snapshot.conflicts.isEmpty)
    }

    @Test func `repeats the same bytes with the same key until there is a response`() async throws {
        let store = world.store()
        try store.add(ToDoItem(title: "a"))
        world.server.fail(.answerLost, .unreachable)
        for _ in 0..<2 { await #expect(throws: SyncError.self) { try await store.sync() } }
        try store.add(ToDoItem(title: "b"))

        try await store.sync()

        let writes = world.server.requests.filter { $0.httpMethod == "POST" }
        let keys = writes.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }
        #expect(writes.count == 4)
        #expect(Set(writes[..<3].map(\.httpBody)).count == 1)
        #expect(Set(keys[..<3]).count == 1)
        #expect(keys[3] != keys[2])
        #expect(world.server.items.map(\.title) == ["a", "b"])
    }

    // proves: clients-5
    @Test func `makes a conflict of a refused item, and sends the others`() async throws {
        let store = world.store()
        for title in ["a", "bad", "c"] { try store.add(ToDoItem(title: title)) }
        world.server.refusedTitles = ["bad"]

        try await store.sync()

        #expect(world.server.items.map(\.title) == ["a", "c"])
        #expect(store.titles == ["a", "c"])
        let conflict = try #require(store.snapshot.conflicts.first)
        guard case .refused(let problem) = conflict.kind else { throw StoreError.closed }
        #expect(problem.status == 422)
        #expect(conflict.lost.title == "bad")
        world.server.refusedTitles = []
        try store.restore(conflict)
        try await store.sync()
        #expect(world.server.items.map(\.title) == ["a", "c", "bad"])
    }

    @Test func `halves a request that is refused without a named item`() async throws {
        let store = world.store()
        for title in ["a", "b", "c"] { try store.add(ToDoItem(title: title)) }
        let problem = #"{"type":"/problems/content-too-large","status":413,"detail":""}"#
        world.server.fail(.content(status: 413, problem), .content(status: 413, problem))

        try await store.sync()

        #expect(world.server.items.map(\.title) == ["b", "c"])
        #expect(store.snapshot.conflicts.map(\.lost.title) == ["a"])
    }

    @Test func `fetches all items again after a restore of the server`() async throws {
        let disk = InMemoryDisk()
        let store = world.store(disk)
        let items = ["a", "b", "c"].map { ToDoItem(title: $0) }
        for item in items { try store.add(item) }
        try await store.sync()
        try store.edit(items[0].id) { $0.title = "changed" }
        try store.add(ToDoItem(title: "new"))

        world.server.restore(dropping: [items[0].id, items[1].id])
        try await store.sync()

        #expect(Set(store.titles) == ["changed", "c", "new"])
        #expect(world.server.items == store.snapshot.items)
        #expect(store.snapshot.conflicts.map(\.kind) == [.revived])
    }

    @Test func `throws the reason of its failure`() async throws {
        let store = world.store()
        world.server.fail(.status(429, retryAfter: 5))
        await #expect {
            try await store.sync()
        } throws: { error in
            guard case SyncError.busy(retryAfter: 5) = error else { return false }
            return true
        }
        world.server.token = "secret"
        await #expect {
            try await store.sync()
        } throws: { error in
            guard case SyncError.signedOut = error else { return false }
            return true
        }
        #expect(store.snapshot.status == .signedOut)
        let local = ToDoItemStore(.inMemory())
        await #expect {
            try await local.sync()
        } throws: { error in
            guard case SyncError.noServer = error else { return false }
            return true
        }
    }

    @Test func `treats an old request as in doubt, and does not apply it twice`() async throws {
        let (first, second) = (world.store(), world.store())
        let item = ToDoItem(title: "a")
        try await first.sync()
        try first.add(item)
        world.server.fail(.answerLost)
        await #expect(throws: SyncError.self) { try await first.sync() }
        try await second.sync()
        try second.delete(item.id)
        try await second.sync()

        world.clock.advance(by: 21 * 3_600)
        try await first.sync()

        #expect(first.snapshot.count == 0)
        #expect(world.server.items.isEmpty)
    }
}
