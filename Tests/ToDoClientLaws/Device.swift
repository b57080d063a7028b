package import Foundation
package import FoundationNetworking
import Synchronization
package import ToDoClient
import ToDoClientTestSupport

/// What is between the clients and a server: it breaks things.
package final class FaultyLine: HTTPSession {
    /// What happens to a request.
    package enum Failure: Sendable {
        /// It does not arrive.
        case unreachable
        /// It arrives, and its answer does not.
        case answerLost
        /// It arrives twice.
        case twice
        /// Something else answers.
        case content(Int, String)
    }

    /// The server itself.
    package let server: any HTTPSession
    private let state = Mutex((failures: [Failure](), requests: [URLRequest]()))

    package init(_ server: any HTTPSession) {
        self.server = server
    }

    /// All requests of clients.
    package var requests: [URLRequest] { state.withLock { $0.requests } }

    package func fail(_ failure: Failure) {
        state.withLock { $0.failures.append(failure) }
    }

    package func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let failure = state.withLock { state in
            state.requests.append(request)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        switch failure {
        case nil: return try await server.data(for: request)
        case .unreachable: throw URLError(.cannotConnectToHost)
        case .answerLost:
            _ = try await server.data(for: request)
            throw URLError(.networkConnectionLost)
        case .twice:
            _ = try await server.data(for: request)
            return try await server.data(for: request)
        case .content(let status, let text):
            guard
                let response = HTTPURLResponse(
                    url: request.url ?? Device.url, statusCode: status, httpVersion: nil,
                    headerFields: nil)
            else { throw URLError(.badServerResponse) }
            return (Data(text.utf8), response)
        }
    }
}

/// Counts requests down until one of them is the last.
final class Countdown: Sendable {
    private let left = Mutex<Int?>(nil)

    func start(_ count: Int) { left.withLock { $0 = count } }

    func reachesZero() -> Bool {
        left.withLock { left in
            guard let count = left else { return false }
            left = count > 0 ? count - 1 : nil
            return count == 0
        }
    }
}

/// Fails a disk while a request is under way, as a kill does.
private struct KillingSession: HTTPSession {
    let server: any HTTPSession
    let disk: InMemoryDisk
    let countdown: Countdown

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let answer = try await server.data(for: request)
        if countdown.reachesZero() { disk.isFull = true }
        return answer
    }
}

/// A device: a store on a disk, which can be killed.
final class Device {
    static let url = URL(filePath: "/")

    private let server: any HTTPSession
    private let clock: TestClock
    private var disk = InMemoryDisk()
    let countdown = Countdown()
    private(set) var store: ToDoItemStore

    init(_ server: any HTTPSession, _ clock: TestClock) {
        self.server = server
        self.clock = clock
        store = ToDoItemStore(.inMemory())
        open()
    }

    private func open() {
        let session = KillingSession(server: server, disk: disk, countdown: countdown)
        store = ToDoItemStore(
            disk.dataStore, client: APIClient(baseURL: Self.url, session: session),
            environment: clock.environment)
    }

    private func reopen() {
        disk = disk.copy()
        open()
    }

    /// Ends the app and starts it again; what was shown must be shown again.
    func kill() throws(Violation) {
        let before = store.snapshot
        reopen()
        let after = store.snapshot
        guard before.items == after.items, before.unsent == after.unsent,
            before.conflicts == after.conflicts
        else {
            throw Violation(description: "a kill changed \(before.items) to \(after.items)")
        }
    }

    /// Repeats a sync until it works.
    func sync() async throws(Violation) {
        for _ in 0..<100 {
            do {
                try await store.sync()
                if disk.isFull { reopen() }
                return
            } catch .storage {
                // The disk failed under the sync.
                reopen()
            } catch {
                continue
            }
        }
        throw Violation(description: "a sync does not end")
    }
}
