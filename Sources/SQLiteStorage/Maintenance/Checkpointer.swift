import Items
import SQLite

/// Keeps SQLite's log from growing for ever where somebody always reads.
///
///     the log is short         is longer than it may be       everything has come back
///     snapshots come and go    none is given out any more     the log is emptied; they are again
///
/// A log begins anew only when nobody reads from it, and a snapshot reads for
/// minutes: where the next one begins before the last one has ended, there is
/// always one (sqlite.org/wal.html#avoiding_excessively_large_wal_files).
/// Lanes read for moments, and are waited for.
///
/// Only touched on the writer's queue.
package final class Checkpointer {
    /// How many pages are written between two looks at the log, at most.
    private static let checkInterval = 1_024
    /// How long the lanes may take to let go, in milliseconds; they do at the end of a round.
    private static let busyLimit = 100

    private let session: Connection
    private let snapshots: SnapshotPool
    private let pageLimit: Int
    private let busyMilliseconds: Int
    private let report: @Sendable (StorageFailure) -> Void
    /// How long the log may be now: more than `pageLimit` when the last attempt was in vain.
    private var limit: Int
    private var pagesWritten: Int
    private var isWaiting = false

    /// A keeper of the log of that connection, which is longer than `pageLimit` only for a while.
    init(
        _ session: Connection, _ snapshots: SnapshotPool, pageLimit: Int, busyMilliseconds: Int,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.session = session
        self.snapshots = snapshots
        self.pageLimit = pageLimit
        self.busyMilliseconds = busyMilliseconds
        self.report = report
        limit = pageLimit
        // What the schema took to make is no reason to look.
        pagesWritten = session.pagesWritten
    }

    /// Looks at the log after a batch, and does what there is to do; `whenFree` is called, on any
    /// thread, when it is time to do this again.
    func checkpointIfNeeded(whenFree: @escaping @Sendable () -> Void) {
        if isWaiting { return truncateIfDrained() }
        let written = session.pagesWritten
        // Fewer than before: the count has started over.
        let isTime =
            written < pagesWritten || written - pagesWritten >= min(Self.checkInterval, pageLimit)
        guard isTime else { return }
        pagesWritten = written
        // SQLite checkpoints by itself after a commit; this is for the length of the log.
        guard (length(.passive) ?? 0) > limit else { return }
        isWaiting = true
        snapshots.drain(whenFree)
    }

    private func truncateIfDrained() {
        guard snapshots.isEmpty else { return }
        isWaiting = false
        // Nobody may hold the writer up for longer: another program may be reading.
        session.setBusyTimeout(milliseconds: min(Self.busyLimit, busyMilliseconds))
        let isEmpty = length(.truncate) == 0
        session.setBusyTimeout(milliseconds: busyMilliseconds)
        // It is not tried again with every write: snapshots would hardly be given out any more.
        limit = isEmpty ? pageLimit : 2 * max(limit, pageLimit)
        snapshots.resume()
    }

    /// The length of the log after such a checkpoint; nil, and a report, when there was none.
    private func length(_ mode: Connection.CheckpointMode) -> Int? {
        do throws(DatabaseError) {
            return try session.checkpoint(mode)?.frames
        } catch {
            // Another program makes a checkpoint of its own, which is as good.
            if mode == .passive, error.kind == .busy { return nil }
            report(StorageFailure(error))
            return nil
        }
    }
}
