import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A store of a network and a file` {
    private let world = World()
    private let disk = InMemoryDisk()

    @Test func `shows the items of the file if the network fails`() async throws {
        world.server.items = [ToDoItem(title: "a")]
        try await world.store(disk).sync()
        world.server.isReachable = false

        let store = world.store(disk.copy())
        await #expect(throws: SyncError.self) { try await store.sync() }

        #expect(store.titles == ["a"])
    }

    @Test func `stores the fetched items, with one request`() async throws {
        world.server.items = [ToDoItem(title: "a"), ToDoItem(title: "b")]

        try await world.store(disk).sync()

        #expect(world.calls == ["GET /items/changes"])
        #expect(world.store(disk.copy()).titles == ["a", "b"])
    }

    @Test
    func `writes before it sends a request, and stores each response before the next request`()
        async throws
    {
        let calls = Calls()
        let store = ToDoItemStore(
            calls.recording(disk.dataStore),
            client: APIClient(
                baseURL: World.url, session: RecordedSession(session: world.server, calls: calls)))

        try store.add(ToDoItem(title: "a"))
        #expect(calls.all == ["load", "append"])
        try await store.sync()

        #expect(
            calls.all == [
                "load", "append", "append", "synchronize", "POST /items/batch", "append",
                "GET /items/changes", "append",
            ])
    }
}

/// Records the order of calls.
private final class Calls: Sendable {
    private let calls = Locked<[String]>([])

    var all: [String] { calls.withLock { $0 } }

    func add(_ call: String) { calls.withLock { $0.append(call) } }

    /// The same log, recorded.
    func recording(_ data: PersistentDataStore) -> PersistentDataStore {
        var recorded = data
        recorded.load = {
            self.add("load")
            return try data.load()
        }
        recorded.append = { record in
            self.add("append")
            try data.append(record)
        }
        recorded.synchronize = {
            self.add("synchronize")
            try data.synchronize()
        }
        return recorded
    }
}

private struct RecordedSession: HTTPSession {
    let session: InMemoryServer
    let calls: Calls

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        calls.add("\(request.httpMethod ?? "") \(request.url?.path() ?? "")")
        return try await session.data(for: request)
    }
}
