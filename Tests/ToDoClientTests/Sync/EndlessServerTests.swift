import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `A sync with a server that comes to no end` {
    private let clock = TestClock()

    /// The error of a sync with a server that gives these answers.
    private func failure(
        _ session: some HTTPSession, _ limits: SyncLimits = SyncLimits(),
        adding title: String? = nil
    ) async throws -> SyncError? {
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: clock.environment, limits: limits)
        if let title { try store.add(ToDoItem(title: title)) }
        do throws(SyncError) {
            try await store.sync()
            return nil
        } catch {
            return error
        }
    }

    private static let endless = "The server does not answer: it sends changes without an end."

    @Test(arguments: [100, 101])
    func `ends after its last page, and goes on at the next one`(pages: Int) async throws {
        let session = ScriptedSession { number, _ in
            (200, #"{"token":"a.\#(number)","more":\#(number < pages),"changes":[]}"#)
        }
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: clock.environment, limits: SyncLimits(pages: 100))

        if pages > 100 {
            let error = await #expect(throws: SyncError.self) { try await store.sync() }
            #expect(error?.localizedDescription == Self.endless)
            #expect(session.count == 100)
        }
        try await store.sync()

        #expect(session.count == pages)
    }

    @Test func `ends after its time`() async throws {
        let session = ScriptedSession { [clock] number, _ in
            clock.advance(by: 20)
            return (200, #"{"token":"a.\#(number)","more":true,"changes":[]}"#)
        }

        let error = try await failure(session)

        #expect(error?.localizedDescription == Self.endless)
        #expect(session.count == 30)
    }

    @Test func `has as much time as it needs for what it sends`() async throws {
        let server = InMemoryServer()
        let session = SlowSession(server: server, clock: clock)
        let store = ToDoItemStore(
            .inMemory(), client: APIClient(baseURL: World.url, session: session),
            environment: clock.environment, limits: SyncLimits(time: 50))
        for number in 0..<1_500 { try store.add(ToDoItem(title: "\(number)")) }

        try await store.sync()

        #expect(server.items.count == 1_500)
    }

    @Test func `ends when a request is said to be another one again and again`() async throws {
        let session = ScriptedSession { number, request in
            request.httpMethod == "GET"
                ? (200, #"{"token":"a.\#(number)","more":false,"changes":[]}"#)
                : (422, #"{"type":"/problems/idempotency-key-reused","status":422,"detail":""}"#)
        }

        let error = try await failure(session, adding: "a")

        guard case .refused(let problem)? = error else { throw try #require(error) }
        #expect(problem.status == 422)
        #expect(session.count == 41)
    }

    @Test(arguments: [true, false])
    func `ends with the items for which an owner has no room`(isFirst: Bool) async throws {
        // An item takes 1,129 bytes on the server.
        let session = ScriptedSession { number, _ in
            let items = (0..<10).map { _ in Self.change(number) }.joined(separator: ",")
            let hasMore = isFirst || number > 1
            return (200, #"{"token":"a.\#(number)","more":\#(hasMore),"changes":[\#(items)]}"#)
        }
        let disk = InMemoryDisk()
        let store = ToDoItemStore(
            disk.dataStore, client: APIClient(baseURL: World.url, session: session),
            environment: clock.environment, limits: SyncLimits(storedBytes: 100_000))
        if !isFirst { try await store.sync() }

        for _ in 0..<3 {
            let error = await #expect(throws: SyncError.self) { try await store.sync() }
            #expect(error?.localizedDescription == Self.endless)
        }

        #expect(session.count == 8 + 3)
        #expect(disk.records.reduce(0) { $0 + $1.count } < 150_000)
    }

    private static func change(_ revision: Int) -> String {
        let text = String(repeating: "x", count: 1_000)
        return """
            {"revision":\(revision),"item":{"id":"\(UUID())","title":"a","done":false,\
            "itemDescription":"\(text)","createdAt":1,"revision":\(revision)}}
            """
    }
}

/// A server with another answer to each request; after 20,000 it answers no more.
private final class ScriptedSession: HTTPSession {
    private let answer: @Sendable (_ number: Int, URLRequest) -> (status: Int, content: String)
    private let requests = Locked(0)

    init(
        _ answer: @escaping @Sendable (_ number: Int, URLRequest) -> (status: Int, content: String)
    ) {
        self.answer = answer
    }

    /// The number of requests.
    var count: Int { requests.withLock { $0 } }

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let number = requests.withLock { count in
            count += 1
            return count
        }
        let (status, content) = answer(number, request)
        guard let url = request.url, number <= 20_000,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { throw URLError(.cannotConnectToHost) }
        return (Data(content.utf8), response)
    }
}

/// A server that takes 40 seconds for each response.
private struct SlowSession: HTTPSession {
    let server: InMemoryServer
    let clock: TestClock

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        clock.advance(by: 40)
        return try await server.data(for: request)
    }
}
