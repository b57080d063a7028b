import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `A response over the network that is too large` {
    private static let flood = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + SocketServer.flood

    private let session = URLSession(configuration: .ephemeral)

    /// Expects that the client has cancelled the first large response before its end.
    private func expectEnd(of server: SocketServer) async throws {
        let sent = await server.sent.first { $0 > 1_000 }
        #expect(try #require(sent) < SocketServer.floodLength)
    }

    @Test func `ends the request while it arrives`() async throws {
        let server = try SocketServer { _ in Self.flood }
        let url = try #require(URL(string: server.url()))
        let client = APIClient(baseURL: url, session: session)

        let error = await withTaskExecutorPreference(DedicatedExecutor()) {
            await #expect(throws: APIError.self) { try await client.account() }
        }

        guard case .noAnswer(let reason)? = error else { throw try #require(error) }
        #expect(reason as? ResponseIsTooLarge == ResponseIsTooLarge(limit: 16 << 20))
        try await expectEnd(of: server)
    }

    @Test func `ends a stream whose parts nobody reads`() async throws {
        let server = try SocketServer { request in
            request.hasPrefix("OPTIONS ") ? SocketServer.response(204) : Self.flood
        }
        let url = try #require(URL(string: server.url()))

        let (count, error) = try await withTaskExecutorPreference(DedicatedExecutor()) {
            let (parts, _) = try await session.stream(for: URLRequest(url: url))
            try await expectEnd(of: server)
            var count = 0
            let error = await #expect(throws: ResponseIsTooLarge.self) {
                for try await part in parts { count += part.count }
            }
            return (count, error)
        }

        #expect(error == ResponseIsTooLarge(limit: 16 << 20))
        #expect(count <= 16 << 20)
    }

    @Test func `ends the request that opens the connection of a stream`() async throws {
        let server = try SocketServer { request in
            request.hasPrefix("OPTIONS ") ? Self.flood : SocketServer.response(200, ":\n\n")
        }
        let url = try #require(URL(string: server.url()))

        let content = try await withTaskExecutorPreference(DedicatedExecutor()) {
            let (parts, _) = try await session.stream(for: URLRequest(url: url))
            return try await parts.reduce(into: Data()) { $0 += $1 }
        }

        #expect(content == Data(":\n\n".utf8))
        try await expectEnd(of: server)
    }
}

@Suite struct `A request over the network of a task that was cancelled` {
    @Test func `ends at once`() async throws {
        let server = try SocketServer { _ in SocketServer.response(200, "[]") }
        let url = try #require(URL(string: server.url()))
        let session = URLSession(configuration: .ephemeral)

        let (cancellation, _) = AsyncStream<Void>.makeStream()

        let task = Task {
            for await _ in cancellation {}
            let data = await #expect(throws: (any Error).self) {
                try await session.data(for: URLRequest(url: url))
            }
            let stream = await #expect(throws: (any Error).self) {
                try await session.stream(for: URLRequest(url: url))
            }
            return (data, stream)
        }
        task.cancel()

        let (data, stream) = await task.value
        #expect(data is CancellationError)
        #expect(stream is CancellationError)
    }

    @Test(arguments: [URLSessionConfiguration.default, .ephemeral])
    func `ends also when no server is there`(configuration: URLSessionConfiguration) async throws {
        let url = try #require(URL(string: try SocketServer { _ in "" }.url()))
        let session = URLSession(configuration: configuration)

        for round in 0..<1_000 {
            let task = Task { try await session.data(for: URLRequest(url: url)).0 }
            let other = Task.detached {
                for _ in 0..<round % 100 { sched_yield() }
                task.cancel()
            }
            await other.value
            await #expect(throws: (any Error).self) { try await task.value }
        }
    }

    @Test func `ends also when its response arrives at that moment`() async throws {
        let server = try SocketServer { _ in SocketServer.response(200, "[]") }
        let url = try #require(URL(string: server.url()))
        let session = URLSession(configuration: .ephemeral)

        for round in 0..<500 {
            let task = Task { try await session.data(for: URLRequest(url: url)).0 }
            // Another request takes about as long.
            let other = Task.detached {
                _ = try? await session.data(for: URLRequest(url: url))
                for _ in 0..<round % 50 { sched_yield() }
                task.cancel()
            }
            await other.value
            switch await task.result {
            case .success(let data): #expect(data == Data("[]".utf8))
            case .failure(let error): #expect(error is CancellationError)
            }
        }
    }
}
