import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A started store` {
    private let world = World()

    /// Waits for a snapshot that fulfils a condition.
    private func wait(
        _ store: ToDoItemStore, until condition: (ToDoItemSnapshot) -> Bool
    ) async throws {
        for await snapshot in store.snapshots where condition(snapshot) { return }
        throw StoreError.closed
    }

    /// Waits until the double has received a request.
    private func waitForRequests(_ condition: ([URLRequest]) -> Bool) async {
        while !condition(world.server.requests) { await Task.yield() }
    }

    private func streams(_ requests: [URLRequest]) -> Int {
        requests.count { $0.value(forHTTPHeaderField: "Accept") == "text/event-stream" }
    }

    @Test func `sends each write`() async throws {
        let store = world.store()
        store.start()
        try await wait(store) { $0.status == .upToDate }

        try store.add(ToDoItem(title: "a"))
        try await wait(store) { $0.status == .upToDate && $0.unsent == 0 }

        #expect(world.server.items.map(\.title) == ["a"])
        await store.stop()
        #expect(store.snapshot.status == .idle)
    }

    @Test func `fetches a write of another client with one request`() async throws {
        let (first, second) = (world.store(), world.store())
        first.start()
        await waitForRequests { streams($0) == 1 }
        try await second.sync()
        world.server.forgetRequests()

        try second.add(ToDoItem(title: "a"))
        try await second.sync()
        try await wait(first) { $0.count == 1 && $0.status == .upToDate }
        await first.stop()

        let calls = world.calls
        #expect(calls.count { $0 == "GET /items/changes" } == 2)
        #expect(calls.count { $0 == "POST /items/batch" } == 1)
    }

    @Test func `sends no request because of its own writes`() async throws {
        let store = world.store()
        store.start()
        await waitForRequests { streams($0) == 1 }
        world.server.forgetRequests()

        for number in 0..<5 {
            try store.add(ToDoItem(title: "\(number)"))
            try await wait(store) { $0.unsent == 0 && $0.status == .upToDate }
        }
        await store.stop()

        let writes = world.calls.count { $0.hasPrefix("POST") }
        #expect(world.calls.count == 2 * writes)
    }

    @Test func `sends a burst in few writes`() async throws {
        let store = world.store()
        store.start()
        try await wait(store) { $0.status == .upToDate }
        world.server.forgetRequests()

        for number in 0..<1_000 { try store.add(ToDoItem(title: "\(number)")) }
        try await wait(store) { $0.unsent == 0 && $0.status == .upToDate }

        #expect(world.calls.count { $0.hasPrefix("POST") } <= 200)
        #expect(world.server.items == store.snapshot.items)
        await store.stop()
    }

    @Test func `opens the stream again after it ended`() async throws {
        let (first, second) = (world.store(), world.store())
        first.start()
        await waitForRequests { streams($0) == 1 }

        world.server.cutStreams()
        await waitForRequests { streams($0) == 2 }
        try second.add(ToDoItem(title: "a"))
        try await second.sync()

        try await wait(first) { $0.count == 1 }
        await first.stop()
    }

    @Test func `asks the server after a stream that fell silent, before it opens another one`()
        async throws
    {
        let store = ToDoItemStore(
            .inMemory(),
            client: APIClient(baseURL: World.url, session: SilentSession(server: world.server)),
            environment: world.clock.environment)

        store.start()
        await waitForRequests { streams($0) == 2 }

        #expect(world.server.requests.map { streams([$0]) } == [0, 1, 0, 1])
        await store.stop()
    }

    @Test func `waits longer after each failure`() async throws {
        let store = world.store()
        world.server.isReachable = false
        store.start()

        for pause in [0.75, 1.5, 3, 6] {
            let until = world.clock.now.addingTimeInterval(pause)
            try await wait(store) { $0.status == .waiting(until: until) }
            while !world.clock.sleeps.contains(.seconds(pause)) { await Task.yield() }
            world.clock.advance(by: pause)
        }
        world.server.isReachable = true
        try await store.sync()

        #expect(store.snapshot.status == .upToDate)
        await store.stop()
    }

    /// The status is shown before the sleep begins.
    @Test func `tries again if the clock reaches the shown time before the sleep begins`()
        async throws
    {
        let clock = world.clock
        var environment = clock.environment
        let pause = environment.sleep
        environment.sleep = { duration in
            clock.advance(by: 0.75)
            try await pause(duration)
        }
        let store = ToDoItemStore(
            .inMemory(), client: world.client, environment: environment)
        world.server.fail(.unreachable)

        store.start()

        try await wait(store) { $0.status == .upToDate }
        await store.stop()
    }

    @Test func `waits for the time that the server sets`() async throws {
        let store = world.store()
        world.server.fail(.status(503, retryAfter: 60))
        store.start()

        let until = world.clock.now.addingTimeInterval(60.75)
        try await wait(store) { $0.status == .waiting(until: until, because: .busy) }
        try store.add(ToDoItem(title: "a"))
        #expect(world.server.requests.count == 1)
        try await store.sync()

        #expect(world.server.items.count == 1)
        await store.stop()
    }

    @Test(arguments: [429, 503])
    func `waits a day at most, whatever the server sets`(status: Int) async throws {
        let session = RecordingSession(
            .json(status: status, "", headers: ["Retry-After": "9300000000000000000"]))
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: world.clock.environment)

        store.start()

        let until = world.clock.now.addingTimeInterval(86_400.75)
        try await wait(store) { $0.status == .waiting(until: until, because: .busy) }
        while !world.clock.sleeps.contains(.seconds(86_400.75)) { await Task.yield() }
        await store.stop()
    }

    @Test func `does not try again after a 401 until sync() or start() is called`() async throws {
        let store = world.store()
        world.server.token = "secret"
        store.start()
        try await wait(store) { $0.status == .signedOut }

        try store.add(ToDoItem(title: "a"))
        world.clock.advance(by: 10_000)
        #expect(world.server.requests.count == 1)
        world.server.token = nil
        store.start()

        try await wait(store) { $0.unsent == 0 }
        await store.stop()
    }

    @Test func `polls every 30 seconds if the session has no streams`() async throws {
        let session = StreamlessSession(server: world.server)
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: world.clock.environment)
        store.start()
        while !world.clock.sleeps.contains(.seconds(30)) { await Task.yield() }

        world.server.items = [ToDoItem(title: "a")]
        world.clock.advance(by: 30)

        try await wait(store) { $0.count == 1 }
        await store.stop()
    }

    @Test func `waits after events without an end`() async throws {
        let session = EndlessSession(server: world.server)
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: world.clock.environment)

        store.start()
        while world.clock.sleeps.isEmpty, session.streams < 4 { await Task.yield() }

        // One is opened again after a sync.
        #expect(session.streams == 2)
        #expect(session.parts < 80)
        await store.stop()
    }

    @Test(arguments: [
        "", ":\n\n", "id: a.1\n\n",
        "event: change\ndata: {\"revision\":9,\"item\":{\"id\":\"\(UUID())\",\"title\":\"a\",\"createdAt\":1,\"revision\":9}}\n\n",
        "event: reset\ndata: {}\n\n", "event: other\ndata: {}\n\n",
    ])
    func `pauses after streams that end at once, or tell what is not so`(
        content: String
    ) async throws {
        let session = ShortStreams(server: world.server, content: content)
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: world.clock.environment)

        store.start()
        for pause in [0.75, 1.5, 3] {
            while !world.clock.sleeps.contains(.seconds(pause)), session.streams < 1_000 {
                await Task.yield()
            }
            world.clock.advance(by: pause)
        }
        #expect(session.streams < 20)

        try store.add(ToDoItem(title: "a"))
        try await wait(store) { $0.unsent == 0 && $0.status == .upToDate }
        await store.stop()
    }

    @Test func `fetches all items after a restore of the server`() async throws {
        let store = world.store()
        let items = [ToDoItem(title: "a"), ToDoItem(title: "b")]
        for item in items { try store.add(item) }
        store.start()
        try await wait(store) { $0.unsent == 0 && $0.status == .upToDate }
        await waitForRequests { streams($0) == 1 }

        world.server.restore(dropping: [items[0].id])

        try await wait(store) { $0.items.map(\.title) == ["b"] }
        await store.stop()
    }

    @Test func `can be started again after a stop`() async throws {
        let store = world.store()
        store.start()
        try await wait(store) { $0.status == .upToDate }
        await store.stop()
        try store.add(ToDoItem(title: "a"))
        #expect(world.server.items.isEmpty)

        store.start()

        try await wait(store) { $0.unsent == 0 }
        store.close()
    }
}

/// A session whose streams are one event without an end.
private final class EndlessSession: HTTPSession {
    private let server: InMemoryServer
    private let counts = Locked((streams: 0, parts: 0))

    init(server: InMemoryServer) {
        self.server = server
    }

    var streams: Int { counts.withLock { $0.streams } }
    /// The number of parts that were read, of 64 KiB each.
    var parts: Int { counts.withLock { $0.parts } }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await server.data(for: request)
    }

    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        let (_, response) = try await server.stream(for: request)
        let number = counts.withLock { counts in
            counts.streams += 1
            return counts.streams
        }
        let part = Data(repeating: UInt8(ascii: "x"), count: 1 << 16)
        let parts = AsyncThrowingStream<Data, any Error> { [counts] in
            counts.withLock { $0.parts += 1 }
            // Without a limit of the client each stream would be read to this end.
            return counts.withLock { $0.parts } > 1_000 * number ? nil : part
        }
        return (parts, response)
    }
}

/// A session whose first stream times out after a comment.
private final class SilentSession: HTTPSession {
    private let server: InMemoryServer
    private let isFirst = Locked(true)

    init(server: InMemoryServer) {
        self.server = server
    }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await server.data(for: request)
    }

    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        let (parts, response) = try await server.stream(for: request)
        let isFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        guard isFirst else { return (parts, response) }
        let (silent, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        continuation.yield(Data(":\n\n".utf8))
        continuation.finish(throwing: URLError(.timedOut))
        return (silent, response)
    }
}

/// A session whose streams end after their content.
private final class ShortStreams: HTTPSession {
    private let server: InMemoryServer
    private let content: String
    private let count = Locked(0)

    init(server: InMemoryServer, content: String) {
        self.server = server
        self.content = content
    }

    var streams: Int { count.withLock { $0 } }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await server.data(for: request)
    }

    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        count.withLock { $0 += 1 }
        let (_, response) = try await server.stream(for: request)
        let (parts, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        if !content.isEmpty { continuation.yield(Data(content.utf8)) }
        continuation.finish()
        return (parts, response)
    }
}

/// A session with `data(for:)` only.
private struct StreamlessSession: HTTPSession {
    let server: InMemoryServer

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await server.data(for: request)
    }
}
