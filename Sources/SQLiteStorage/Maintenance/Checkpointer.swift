import Items
import SQLite
import Storage

/// Bounds the length of SQLite's write-ahead log while snapshots overlap.
///
///     log within its limit    log beyond its limit       all snapshots returned
///     snapshots are leased    the pool drains            log truncated; the pool resumes
///
/// SQLite restarts the log only when no reader uses it
/// (sqlite.org/wal.html#avoiding_excessively_large_wal_files). A snapshot can read for minutes, so
/// overlapping snapshots would prevent that indefinitely. Lanes hold their transactions for a round
/// only, and the checkpoint waits for them.
///
/// Only touched on the writer's queue.
package final class Checkpointer: WriterUpkeep {
    /// The maximum number of pages written between two checks of the log.
    private static let checkInterval = 1_024
    /// A page and its header (sqlite.org/fileformat2.html#walformat).
    private static let frameBytes = 4_096 + 24
    /// The wait for the lanes' transactions, in milliseconds; they end with a round.
    private static let busyLimit = 100

    private let session: SQLiteConnection
    private let snapshots: SnapshotPool
    private let pageLimit: Int
    private let busyMilliseconds: Int
    private let clock: Clock
    private let report: @Sendable (StorageFailure) -> Void
    private let reportHeldLog: @Sendable (HeldLog) -> Void
    /// The frames at which a checkpoint has last stopped before the end of the log, and the time at
    /// which it first stopped there; nil after one that reached the end.
    private var hold: (frames: Int, since: Double)?
    /// The current limit: more than `pageLimit` after an attempt that failed.
    private var limit: Int
    private var pagesWritten: Int
    private var isWaiting = false
    /// The length of the log at the last check.
    private var frames = 0

    /// A checkpointer for the connection's log, with `pageLimit` as its limit.
    init(
        _ session: SQLiteConnection, _ snapshots: SnapshotPool, pageLimit: Int,
        busyMilliseconds: Int,
        clock: Clock, report: @escaping @Sendable (StorageFailure) -> Void,
        reportHeldLog: @escaping @Sendable (HeldLog) -> Void
    ) {
        self.session = session
        self.snapshots = snapshots
        self.pageLimit = pageLimit
        self.busyMilliseconds = busyMilliseconds
        self.clock = clock
        self.report = report
        self.reportHeldLog = reportHeldLog
        limit = pageLimit
        // Pages written by the migration do not count.
        pagesWritten = session.pagesWritten
    }

    /// Checks the log after a batch, and drains the pool or truncates the log if needed.
    ///
    /// `again` is called on any thread when the pool has drained.
    package func runIfNeeded(_ again: @escaping @Sendable () -> Void) {
        if isWaiting { return truncateIfDrained() }
        let written = session.pagesWritten
        // A smaller number means that the counter was reset.
        let isTime =
            written < pagesWritten || written - pagesWritten >= min(Self.checkInterval, pageLimit)
        guard isTime else { return }
        pagesWritten = written
        // SQLite checkpoints after a commit itself; this call returns the log's length.
        guard let log = checkpoint(.passive) else { return }
        if log.checkpointed == log.frames {
            hold = nil
        } else if hold?.frames != log.checkpointed {
            hold = (log.checkpointed, clock.now())
        }
        guard log.frames > limit else { return }
        frames = log.frames
        isWaiting = true
        snapshots.drain(again)
    }

    private func truncateIfDrained() {
        guard snapshots.isEmpty else { return }
        isWaiting = false
        // A short timeout, because the writer waits and another process may be reading.
        session.setBusyTimeout(milliseconds: min(Self.busyLimit, busyMilliseconds))
        let isEmpty = checkpoint(.truncate)?.frames == 0
        if isEmpty { hold = nil }
        session.setBusyTimeout(milliseconds: busyMilliseconds)
        // The limit doubles after a failure. Otherwise every write would drain the pool again.
        limit = isEmpty ? pageLimit : 2 * max(limit, pageLimit)
        snapshots.resume()
    }

    /// The log after a checkpoint; nil, after a report, when it failed.
    private func checkpoint(_ mode: SQLiteConnection.CheckpointMode) -> SQLiteConnection.Checkpoint?
    {
        do throws(DatabaseError) {
            return try session.checkpoint(mode)
        } catch {
            switch (mode, error.kind) {
            // Another process is running a checkpoint.
            case (.passive, .busy): break
            case (.truncate, .busy):
                reportHeldLog(
                    HeldLog(bytes: frames * Self.frameBytes, since: hold?.since ?? clock.now()))
            default: report(StorageFailure(error))
            }
            return nil
        }
    }
}

/// A write-ahead log that cannot be emptied, because a reader in another process uses it.
package struct HeldLog: Equatable, Sendable {
    package let bytes: Int
    /// The latest time at which the reader can have begun, in seconds since 1970.
    package let since: Double

    package init(bytes: Int, since: Double) {
        self.bytes = bytes
        self.since = since
    }
}
