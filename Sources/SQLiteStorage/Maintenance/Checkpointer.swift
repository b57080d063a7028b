import Items
import SQLite
import Storage

/// Bounds the length of SQLite's write-ahead log.
///
///     1,024 frames more           copied beside the writer (`BackgroundCheckpointer`)
///     log long, little left       the writer copies the rest; the next commit starts the log over
///     log too long                the writer copies all that is left
///
/// While snapshots overlap, the log cannot be started over:
///
///     log within its limit        log beyond its limit       all snapshots returned
///     snapshots are leased        the pool drains            log truncated; the pool resumes
///
/// SQLite restarts the log only when no reader uses it
/// (sqlite.org/wal.html#avoiding_excessively_large_wal_files). A snapshot can read for minutes, so
/// overlapping snapshots would prevent that indefinitely. Lanes hold their transactions for a round
/// only, and the checkpoint waits for them.
///
/// Only touched on the writer's queue.
package final class Checkpointer: WriterUpkeep {
    /// Frames in units of a pass: a log that is long, and one that is too long.
    private static let long = 4
    private static let tooLong = 12
    /// A page and its header (sqlite.org/fileformat2.html#walformat).
    private static let frameBytes = 4_096 + 24
    /// The waits for the lanes' transactions, in milliseconds; they end with a round, which takes
    /// some milliseconds with many connections.
    private static let restartLimit = 50
    private static let busyLimit = 100

    private let session: SQLiteConnection
    private let background: BackgroundCheckpointer
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
    /// The frames at which the writer's last attempt ended that did not start the log over.
    private var attempted = 0
    private var isWaiting = false
    private var isClosed = false
    private var refusesWrites = false
    /// The length of the log after the last commit.
    private var frames = 0

    /// A checkpointer for the connection's log, with `pageLimit` as its limit.
    ///
    /// From now on the connection does not checkpoint by itself.
    init(
        _ session: SQLiteConnection, _ snapshots: SnapshotPool,
        _ background: BackgroundCheckpointer,
        pageLimit: Int, busyMilliseconds: Int,
        clock: Clock, report: @escaping @Sendable (StorageFailure) -> Void,
        reportHeldLog: @escaping @Sendable (HeldLog) -> Void
    ) {
        self.session = session
        self.snapshots = snapshots
        self.background = background
        self.pageLimit = pageLimit
        self.busyMilliseconds = busyMilliseconds
        self.clock = clock
        self.report = report
        self.reportHeldLog = reportHeldLog
        limit = pageLimit
        session.countLogFrames()
    }

    /// Checks the log after a batch, and drains the pool or truncates the log if needed.
    ///
    /// `again` is called on any thread when the pool has drained.
    package func runIfNeeded(_ again: @escaping @Sendable () -> Void) {
        guard !isClosed, !refusesWrites else { return }
        if !background.hasFailed {
            if isWaiting { truncateIfDrained() } else { checkLength(again) }
        }
        if background.hasFailed { refuseWrites() }
    }

    package func close() {
        isClosed = true
        // The pass that it waits for may fail.
        background.close()
        if background.hasFailed { refuseWrites() }
        do throws(DatabaseError) {
            // After the last checkpoint has failed, another one could take its sync for done.
            try session.disableCheckpointOnClose()
        } catch {
            report(StorageFailure(error))
        }
    }

    private func checkLength(_ again: @escaping @Sendable () -> Void) {
        guard session.logFrames != frames else { return }
        frames = session.logFrames
        if frames < attempted { attempted = 0 }
        background.note(frames)
        noteHold()
        if isTimeToRestart { restart() }
        guard frames > limit else { return }
        isWaiting = true
        snapshots.drain(again)
    }

    /// Refuses the writes of this process after a failed sync, since the log can only grow.
    private func refuseWrites() {
        if isWaiting { snapshots.resume() }
        isWaiting = false
        do throws(DatabaseError) {
            try session.execute("PRAGMA query_only = ON")
            refusesWrites = true
        } catch {
            report(StorageFailure(error))
        }
    }

    private func noteHold() {
        let copied = background.copied
        if copied >= frames {
            hold = nil
        } else if hold?.frames != copied {
            hold = (copied, clock.now())
        }
    }

    /// Whether little is left of the log for the writer.
    private var isNearlyCopied: Bool {
        frames - background.copied <= background.passFrames / 2
    }

    private var isTimeToRestart: Bool {
        let pass = background.passFrames
        guard frames >= Self.long * pass, attempted == 0 || frames - attempted >= pass / 4 else {
            return false
        }
        return isNearlyCopied && !background.isBusy || frames >= Self.tooLong * pass
    }

    /// Copies what is left, so that the next commit starts the log over.
    private func restart() {
        attempted = frames
        // Without waiting, because a snapshot may hold the log.
        if !isNearlyCopied { _ = checkpoint(.passive, waiting: 0) }
        guard isNearlyCopied else { return }
        if checkpoint(.restart, waiting: Self.restartLimit) != nil { attempted = 0 }
    }

    private func truncateIfDrained() {
        guard snapshots.isEmpty else { return }
        isWaiting = false
        // A short timeout, because the writer waits and another process may be reading.
        let isEmpty = checkpoint(.truncate, waiting: Self.busyLimit)?.frames == 0
        if isEmpty { hold = nil }
        // The limit doubles after a failure. Otherwise every write would drain the pool again.
        limit = isEmpty ? pageLimit : 2 * max(limit, pageLimit)
        snapshots.resume()
    }

    /// The log after a checkpoint; nil, after a report, when it failed.
    private func checkpoint(
        _ mode: SQLiteConnection.CheckpointMode, waiting milliseconds: Int
    ) -> SQLiteConnection.Checkpoint? {
        session.setBusyTimeout(milliseconds: min(milliseconds, busyMilliseconds))
        defer { session.setBusyTimeout(milliseconds: busyMilliseconds) }
        do throws(DatabaseError) {
            return try background.checkpoint(session, mode)
        } catch {
            switch (mode, error.kind) {
            // A reader uses the log, or another process is running a checkpoint.
            case (.passive, .busy), (.restart, .busy): break
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
