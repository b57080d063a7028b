import Foundation
import FoundationNetworking
import Synchronization
import ToDoClient
import ToDoClientTestSupport

/// Counts requests down to the last one.
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

/// Makes a disk fail during a request, as a kill does.
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

    private let server: any HistoryServer
    private let clock: TestClock
    private var disk = InMemoryDisk()
    let countdown = Countdown()
    private(set) var store: ToDoItemStore

    init(_ server: any HistoryServer, _ clock: TestClock) {
        self.server = server
        self.clock = clock
        store = ToDoItemStore(.inMemory())
        open()
    }

    private func open() {
        let session = KillingSession(server: server.line, disk: disk, countdown: countdown)
        store = ToDoItemStore(
            disk.dataStore, client: server.client(session), environment: clock.environment)
    }

    private func reopen() {
        disk = disk.copy()
        open()
    }

    /// Ends the app and starts it again; the shown items must be the same.
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

    /// Repeats a sync until it succeeds.
    func sync() async throws(Violation) {
        for _ in 0..<100 {
            do {
                try await store.sync()
                if disk.isFull { reopen() }
                return
            } catch .storage {
                // The disk failed during the sync.
                reopen()
            } catch {
                continue
            }
        }
        throw Violation(description: "a sync does not end")
    }
}
