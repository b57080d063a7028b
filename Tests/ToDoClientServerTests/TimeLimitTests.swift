import Dispatch
import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `A request of the client` {
    @Test func `has a time limit of its own, whatever the session's is`() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let server = try SocketServer { request in
            if request.contains("/items") {
                arrival.yield()
                release.wait()
            }
            return SocketServer.response(200, "[]")
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 0
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: server.url()))
        let client = APIClient(baseURL: url, session: session)
        let silent = try SocketServer { _ in
            release.wait()
            return ""
        }
        let silentURL = try #require(URL(string: silent.url()))

        let (items, error) = try await withTaskExecutorPreference(DedicatedExecutor()) {
            async let items = client.toDoItems()
            for await _ in arrivals { break }
            // A request without a limit ends at the session's limit, while the other one waits.
            let error = await #expect(throws: URLError.self) {
                try await session.data(for: URLRequest(url: silentURL))
            }
            release.signal()
            release.signal()
            return (try await items, error)
        }

        #expect(error?.code == .timedOut)
        #expect(items == [])
    }

    @Test func `ends after its time in all, whatever the server sends in it`() async throws {
        let release = DispatchSemaphore(value: 0)
        let server = try SocketServer { _ in
            release.wait()
            return ""
        }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: try #require(URL(string: server.url())))
        // The time without a byte never ends this request.
        request.timeoutInterval = 86_400

        let error = await withTaskExecutorPreference(DedicatedExecutor()) { [request] in
            await #expect(throws: URLError.self) {
                try await session.boundedData(for: request, limit: 1, time: .zero)
            }
        }
        release.signal()

        #expect(error?.code == .timedOut)
    }
}
