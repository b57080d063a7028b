package import Foundation
package import FoundationNetworking
import Synchronization
package import ToDoClient
import ToDoClientTestSupport

/// What happens to a request between a client and its server.
package enum LineFailure: Sendable {
    /// It does not arrive.
    case unreachable
    /// It arrives, and its answer does not.
    case answerLost
    /// It arrives, and a part of its answer comes.
    case answerCut
    /// It arrives twice.
    case twice
    /// It arrives behind the next one, when the client has given it up.
    case late
    /// Something else answers.
    case content(Int, String)

    static let all: [LineFailure] = [
        .unreachable, .answerLost, .twice, .content(503, ""), .content(500, ""),
        .content(200, "<h1>Welcome</h1>"), .content(200, "[]"), .content(200, "{}"),
        .content(302, ""), .content(403, "<h1>Pay first</h1>"), .content(429, ""), .answerCut,
        .late,
    ]
}

/// A server of a history, and what is between the clients and it.
package protocol HistoryServer: Sendable {
    /// The session of the clients, which breaks things.
    var line: any HTTPSession { get }
    /// A client that uses this session.
    func client(_ session: any HTTPSession) -> APIClient
    /// The server's items, whatever the line does.
    func items() async throws -> [ToDoItem]
    /// What happens to the next request that nothing happens to yet.
    func fail(_ failure: LineFailure)
    /// Sends a write of before again; its answer reaches no client.
    func resend(_ number: Int) async
    /// Kills the server and starts it again.
    func restart() async throws
    /// Puts a backup back that lacks some items.
    func restore(_ number: Int) async throws
    /// Forgets what clients hold as a proof: of what they know, or of who they are.
    func forget() async throws
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

    package func forget() async throws { double?.forgetDeletions() }

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
