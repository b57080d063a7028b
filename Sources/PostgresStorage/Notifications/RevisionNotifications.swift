import Dispatch
import Items
import PostgreSQL
import Synchronization

/// The source of revisions that other processes write.
package enum NotificationMode: String, CaseIterable, Sendable {
    /// Notifications, and a poll that finds those that were lost.
    case listen
    /// The poll alone, for engines without notifications.
    case poll
    /// None: no other process writes.
    case none
}

/// Notifications of new revisions between processes: the cache of this process, what it publishes,
/// and what it receives.
package final class RevisionNotifications: Sendable {
    package let cache: RevisionCache
    private let publisher: RevisionPublisher?
    private let makeListener: @Sendable (@escaping @Sendable () -> Void) -> RevisionListener?
    private let listener = Mutex<RevisionListener?>(nil)

    init(
        _ mode: NotificationMode, clock: Clock, metrics: PostgresMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void,
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        let cache = RevisionCache(clock: clock)
        self.cache = cache
        publisher =
            mode == .listen
            ? RevisionPublisher(metrics: metrics, report: report, connect: connect) : nil
        makeListener = { onChange in
            guard mode != .none else { return nil }
            return RevisionListener(
                listens: mode == .listen, cache: cache, clock: clock, metrics: metrics,
                report: report, onChange: onChange, connect: connect)
        }
    }

    /// Updates the cache with this process's commits, and notifies other processes.
    func publish(_ revisions: [(owner: Int, revision: Int)]) {
        cache.update(revisions)
        publisher?.publish(revisions)
    }

    /// Begins to listen; `onChange` is called after a new revision of a watched owner.
    func start(_ onChange: @escaping @Sendable () -> Void) {
        let new = makeListener(onChange)
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
