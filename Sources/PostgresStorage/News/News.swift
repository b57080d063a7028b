import Dispatch
import Items
import PostgreSQL
import Synchronization

/// How a process hears of what others write.
package enum NewsSource: String, CaseIterable, Sendable {
    /// By notifications, with a poll as the net below them.
    case listen
    /// By the poll alone, for engines without notifications.
    case poll
    /// Not at all: no other process writes.
    case none
}

/// The news of revisions: what this process has heard, and what it tells the others.
package final class News: Sendable {
    package let board: RevisionBoard
    private let publisher: NewsPublisher?
    private let makeListener: @Sendable (@escaping @Sendable () -> Void) -> NewsListener?
    private let listener = Mutex<NewsListener?>(nil)

    init(
        _ source: NewsSource, clock: Clock, metrics: PostgresMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void,
        connect: @escaping @Sendable () throws(PostgresFailure) -> any PostgresSession
    ) {
        let board = RevisionBoard(clock: clock)
        self.board = board
        publisher =
            source == .listen
            ? NewsPublisher(metrics: metrics, report: report, connect: connect) : nil
        makeListener = { onNews in
            guard source != .none else { return nil }
            return NewsListener(
                listens: source == .listen, board: board, clock: clock, metrics: metrics,
                report: report, onNews: onNews, connect: connect)
        }
    }

    /// Puts this process's commits on the board and tells the others.
    func tell(_ revisions: [(owner: Int, revision: Int)]) {
        board.learn(revisions)
        publisher?.publish(revisions)
    }

    /// Begins to listen; `onNews` is called after news of a watched owner.
    func start(_ onNews: @escaping @Sendable () -> Void) {
        let new = makeListener(onNews)
        listener.withLock { $0 = new }
        new?.start()
    }

    /// Ends both connections soon; nothing waits for it.
    func close() {
        publisher?.close()
        listener.withLock { $0 }?.close()
    }

    deinit {
        // The listener's thread would keep it for ever.
        close()
    }
}

extension Clock {
    /// Seconds since boot, which only go forward.
    static let uptime = Clock { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
