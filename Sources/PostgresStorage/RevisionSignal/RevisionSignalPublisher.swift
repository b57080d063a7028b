import Dispatch
import Items
import PostgreSQL
import Synchronization
import Telemetry

/// Notifies other processes of the revisions that this one has committed.
///
/// A notification takes a lock of the whole server until its transaction is synced. So it is not
/// part of a write: one transaction, which does not wait for the disk, announces the commits of the
/// last milliseconds. If a notification is lost, the listeners' polls find its commits.
final class RevisionSignalPublisher: @unchecked Sendable {
    // Proof: `session` is only touched on the serial queue; all else is immutable or behind a lock.

    private struct State {
        var revisions: [Int: Int] = [:]
        var isPlanned = false
        var isClosed = false
    }

    /// The pause between two notifications.
    private static let pause = DispatchTimeInterval.milliseconds(10)
    /// The most owners in one transaction; the listeners' polls find the others.
    private static let mostOwners = 10_000

    private let queue = DispatchQueue(label: "toodoo.revisions.publisher")
    private let state = Mutex(State())
    private let metrics: PostgresMetrics?
    private let report: @Sendable (StorageFailure) -> Void
    private let connect: @Sendable () throws(PostgresFailure) -> any PostgresSession
    private var session: (any PostgresSession)?

    init(
        metrics: PostgresMetrics?, report: @escaping @Sendable (StorageFailure) -> Void,
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.metrics = metrics
        self.report = report
        self.connect = connect
    }

    /// Notifies soon, from any thread.
    func publish(_ revisions: some Sequence<(owner: Int, revision: Int)>) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            for (owner, revision) in revisions where state.revisions.count < Self.mostOwners {
                state.revisions[owner] = max(revision, state.revisions[owner] ?? 0)
            }
            guard !state.isPlanned, !state.revisions.isEmpty else { return false }
            state.isPlanned = true
            return true
        }
        if isFirst { queue.async { self.send() } }
    }

    /// Sends what has collected, and again after a pause if more collects meanwhile.
    private func send() {
        let revisions = state.withLock { state in
            defer { state.revisions = [:] }
            return state.revisions
        }
        notify(revisions)
        queue.asyncAfter(deadline: .now() + Self.pause) {
            let isDone = self.state.withLock { state in
                state.isPlanned = !state.revisions.isEmpty
                return !state.isPlanned
            }
            if !isDone { self.send() }
        }
    }

    private func notify(_ revisions: [Int: Int]) {
        do throws(PostgresFailure) {
            let session = try connected()
            _ = try session.exchange(
                RevisionSignalPayload.texts(revisions).map { text in
                    PostgresCommand("SELECT pg_notify('\(RevisionSignalPayload.channel)', $1)") {
                        $0.append(text)
                    }
                })
            metrics?.notificationsSent.add()
        } catch {
            report(StorageFailure(error))
        }
    }

    private func connected() throws(PostgresFailure) -> any PostgresSession {
        if let session, session.isConnected { return session }
        let new = try connect()
        _ = try new.run("SET synchronous_commit = off")
        session = new
        return new
    }

    /// Sends nothing more.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.async {
            self.session?.close()
            self.session = nil
        }
    }
}
