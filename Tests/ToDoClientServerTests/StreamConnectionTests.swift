import Foundation
import FoundationNetworking
import Testing
import ToDoClient

@Suite struct `A stream over the network` {
    /// On Linux, URLSession uses much processor time while it waits on a connection that the
    /// request itself has opened.
    @Test func `uses a connection that is open already`() async throws {
        let server = try SocketServer { request in
            request.hasPrefix("OPTIONS ")
                ? "HTTP/1.1 204 Answer\r\n\r\n"
                : SocketServer.response(200, ": comment\n\n")
        }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: server.url() + "/items/changes?since=a.1"))

        // A connection that is idle for minutes is not used again.
        let (content, response) = try await withTaskExecutorPreference(DedicatedExecutor()) {
            var request = URLRequest(url: url)
            request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            let (parts, response) = try await session.stream(for: request)
            return (try await parts.reduce(into: Data()) { $0 += $1 }, response)
        }

        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(String(decoding: content, as: UTF8.self) == ": comment\n\n")
        #expect(server.requests.map { $0.prefix { $0 != " " } } == ["OPTIONS", "GET"])
        #expect(server.connections == 1)
        #expect(server.requests.map { $0.contains("text/event-stream") } == [false, true])
    }
}
