import Dispatch
import Items
import PostgreSQL
import Storage
import Synchronization

/// The source of revisions that other processes write.
package enum NotificationMode: String, CaseIterable, Sendable {
    /// Notifications, and a poll that finds lost ones.
    case listen
    /// Only the poll, for engines without notifications.
    case poll
    /// None: no other process writes.
    case none
}

/// The revision signal between processes.
///
///     own batch ──► publish ──► RevisionCache
///                      └──────► RevisionSignalPublisher ── pg_notify ──► other processes
///     pg_notify, poll ──► RevisionSignalListener ──► RevisionCache, then RevisionSignal.send
package final class RevisionSignalExchange: Sendable {
    package let cache: RevisionCache
    private let publisher: RevisionSignalPublisher?
    private let makeListener: @Sendable (RevisionSignal) -> RevisionSignalListener?
    private let listener = Mutex<RevisionSignalListener?>(nil)

    init(
        _ mode: NotificationMode, clock: Clock, metrics: PostgresMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void,
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        let cache = RevisionCache(clock: clock)
        self.cache = cache
        publisher =
            mode == .listen
            ? RevisionSignalPublisher(metrics: metrics, report: report, connect: connect) : nil
        makeListener = { signal in
            guard mode != .none else { return nil }
            return RevisionSignalListener(
                listens: mode == .listen, cache: cache, clock: clock, metrics: metrics,
                report: report, signal: signal, connect: connect)
        }
    }

    /// Updates the cache with this process's commits, and notifies other processes.
    func publish(_ revisions: [(owner: Int, revision: Int)]) {
        cache.update(revisions)
        publisher?.publish(revisions)
    }

    /// Begins to listen; `signal` is sent after a new revision of a watched owner.
    func start(sending signal: RevisionSignal) {
        let new = makeListener(signal)
        listener.withLock { $0 = new }
        new?.start()
    }

    /// Ends both connections soon; nothing waits for it.
    func close() {
        publisher?.close()
        listener.withLock { $0 }?.close()
    }

    deinit {
        // The listener's thread retains the listener until it is closed.
        close()
    }
}

extension Clock {
    /// Seconds since boot, which only go forward.
    static let uptime = Clock { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
