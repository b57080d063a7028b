package import Foundation
package import FoundationNetworking
import Synchronization
package import ToDoClient
import ToDoClientTestSupport

/// A fault of a request between a client and its server.
package enum LineFailure: Sendable {
    /// It does not arrive.
    case unreachable
    /// It arrives, and its response does not.
    case answerLost
    /// It arrives, and only a part of its response does.
    case answerCut
    /// It arrives twice.
    case twice
    /// It arrives after the next request, when the client has abandoned it.
    case late
    /// An intermediary responds.
    case content(Int, String)

    static let all: [LineFailure] = [
        .unreachable, .answerLost, .twice, .content(503, ""), .content(500, ""),
        .content(200, "<h1>Welcome</h1>"), .content(200, "[]"), .content(200, "{}"),
        .content(302, ""), .content(403, "<h1>Pay first</h1>"), .content(429, ""), .answerCut,
        .late,
    ]
}

/// The server of a history, and the faulty connection to its clients.
package protocol HistoryServer: Sendable {
    /// The session of the clients, which injects faults.
    var line: any HTTPSession { get }
    /// A client that uses this session.
    func client(_ session: any HTTPSession) -> APIClient
    /// The server's items, without faults.
    func items() async throws -> [ToDoItem]
    /// Injects a fault into the next request without one.
    func fail(_ failure: LineFailure)
    /// Sends an earlier write again. Its response reaches no client.
    func resend(_ number: Int) async
    /// Kills the server and starts it again.
    func restart() async throws
    /// Restores a backup without some items.
    func restore(_ number: Int) async throws
    /// Invalidates the tokens of the clients: those for changes, or the access tokens.
    func dropHistory() async throws
}

/// A server in this process: a double, or a handler of requests.
package final class LocalServer: HistoryServer, HTTPSession {
    private struct State {
        var failures: [LineFailure] = []
        var writes: [URLRequest] = []
        var late: [URLRequest] = []
    }

    private let session: any HTTPSession
    private let double: InMemoryServer?
    private let state = Mutex(State())

    package init(_ session: any HTTPSession) {
        self.session = session
        double = session as? InMemoryServer
    }

    package var line: any HTTPSession { self }

    package func client(_ session: any HTTPSession) -> APIClient {
        APIClient(baseURL: Device.url, session: session)
    }

    package func items() async throws -> [ToDoItem] { try await client(session).toDoItems() }

    package func fail(_ failure: LineFailure) {
        state.withLock { $0.failures.append(failure) }
    }

    package func resend(_ number: Int) async {
        let write = state.withLock { state in
            state.writes.isEmpty ? nil : state.writes[number % state.writes.count]
        }
        if let write { _ = try? await session.data(for: write) }
    }

    package func restart() async throws { double?.cutStreams() }

    package func restore(_ number: Int) async throws {
        guard let double else { return }
        let ids = double.items.map(\.id).enumerated().filter { $0.offset % 2 == number % 2 }
        double.restore(dropping: Set(ids.map(\.element)))
    }

    package func dropHistory() async throws { double?.forgetDeletions() }

    package func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let failure = state.withLock { state in
            if request.httpMethod == "POST" { state.writes.append(request) }
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        switch failure {
        case nil: return try await deliver(request)
        case .unreachable: throw URLError(.cannotConnectToHost)
        case .answerLost, .answerCut:
            _ = try await deliver(request)
            throw URLError(.networkConnectionLost)
        case .twice:
            _ = try await deliver(request)
            return try await deliver(request)
        case .late:
            state.withLock { $0.late.append(request) }
            throw URLError(.timedOut)
        case .content(let status, let text):
            guard
                let response = HTTPURLResponse(
                    url: request.url ?? Device.url, statusCode: status, httpVersion: nil,
                    headerFields: nil)
            else { throw URLError(.badServerResponse) }
            return (Data(text.utf8), response)
        }
    }

    private func deliver(_ request: URLRequest) async throws -> (Data, URLResponse) {
        let answer = try await session.data(for: request)
        let late = state.withLock { state in
            defer { state.late = [] }
            return state.late
        }
        for request in late { _ = try? await session.data(for: request) }
        return answer
    }
}
