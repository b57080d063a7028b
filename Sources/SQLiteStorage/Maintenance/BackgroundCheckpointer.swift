import Dispatch
import SQLite
import Synchronization

/// Copies the log into the database file beside the writer, on a queue and a connection of its own.
///
///     writer                        toodoo.checkpoint
///     1,024 frames more ─────────►  pass: copy what the log has now
///     commits                       sync the file
///     commits                       pass, sync, while enough frames have come meanwhile
///
/// Only a pass that reaches the end of the log lets SQLite start the log over, and under load there
/// is always a newer commit. So the last pass is the writer's (`Checkpointer`), which has little
/// left to copy and to sync.
///
/// A pass that ends before the end of the log counts its frames as copied before they are synced.
/// After a failed sync the kernel may drop those pages and report the next sync as successful. So
/// after one failure no checkpoint follows in this process, and a read transaction keeps the log from
/// being started over by another one. When all processes have closed the file, the next one to open
/// it copies the whole log again (sqlite.org/walformat.html#recovery).
final class BackgroundCheckpointer: @unchecked Sendable {
    // Proof: the connections are behind the lock; all else is immutable or atomic.

    /// A connection that copies, and one whose transaction keeps the log from being started over.
    ///
    /// SQLite before 3.51.3 may count frames of a new log as copied when the log is started over
    /// just when a checkpoint begins (sqlite.org/wal.html#walresetbug).
    struct Connections {
        let copying: SQLiteConnection
        let reading: SQLiteConnection

        /// Begins a transaction that keeps the log.
        fileprivate func keepLog() throws(DatabaseError) {
            // BEGIN alone reads nothing.
            try reading.execute("BEGIN; PRAGMA schema_version")
        }
    }

    /// The frames that are worth a pass.
    let passFrames: Int
    private let copiedFrames = Atomic(0)
    /// The frames of the log after the writer's last commit.
    private let frames = Atomic(0)
    /// The frames at which a pass has copied nothing, because a reader or a failure was in the way.
    private let attemptedFrames = Atomic(0)
    private let isRunning = Atomic(false)
    private let failedSync = Atomic(false)
    /// Locked during a checkpoint, because SQLite refuses a second one at the same time.
    private let connections = Mutex<Connections?>(nil)
    /// Nil in tests: each pass ends before the writer goes on.
    private let queue: DispatchQueue?
    private let connect: @Sendable () throws(DatabaseError) -> Connections
    private let report: @Sendable (DatabaseError) -> Void

    /// A checkpointer whose first pass opens its connections.
    init(
        passFrames: Int, isInline: Bool,
        connect: @escaping @Sendable () throws(DatabaseError) -> Connections,
        report: @escaping @Sendable (DatabaseError) -> Void
    ) {
        self.passFrames = passFrames
        queue = isInline ? nil : DispatchQueue(label: "toodoo.checkpoint")
        self.connect = connect
        self.report = report
    }

    /// The frames of the log that are in the database file, at the last checkpoint.
    var copied: Int { copiedFrames.load(ordering: .relaxed) }

    /// Whether a sync has failed in a checkpoint, so that none follows.
    var hasFailed: Bool { failedSync.load(ordering: .relaxed) }

    /// Whether a pass or its sync is going on.
    var isBusy: Bool { isRunning.load(ordering: .relaxed) }

    /// Notes the length of the log after a commit, and begins a pass if enough is not copied.
    func note(_ frames: Int) {
        self.frames.store(frames, ordering: .relaxed)
        // The log was started over.
        if frames < copied { copiedFrames.store(0, ordering: .relaxed) }
        if frames < attemptedFrames.load(ordering: .relaxed) {
            attemptedFrames.store(0, ordering: .relaxed)
        }
        guard isDue, !isRunning.exchange(true, ordering: .acquiring) else { return }
        let work: @Sendable () -> Void = { [self] in
            run()
            isRunning.store(false, ordering: .releasing)
        }
        if let queue { queue.async(execute: work) } else { work() }
    }

    /// Runs a checkpoint of the writer when no pass is running.
    ///
    /// It throws when a sync has failed, in this or an earlier one.
    func checkpoint(
        _ session: SQLiteConnection, _ mode: SQLiteConnection.CheckpointMode
    ) throws(DatabaseError) -> SQLiteConnection.Checkpoint {
        try connections.withLock { connections throws(DatabaseError) in
            guard !hasFailed else { throw .failedSync }
            let log: SQLiteConnection.Checkpoint
            do throws(DatabaseError) {
                log = try copyLog(session, mode)
            } catch {
                guard error.isFailedSync else { throw error }
                fail(&connections)
                throw .failedSync
            }
            // The next commit starts the log over.
            if mode == .restart { copiedFrames.store(0, ordering: .relaxed) }
            return log
        }
    }

    /// Waits for the current pass, and closes the connections unless they keep the log.
    func close() {
        queue?.sync {}
        connections.withLock { if !hasFailed { $0 = nil } }
    }

    private var isDue: Bool {
        let done = max(copied, attemptedFrames.load(ordering: .relaxed))
        return frames.load(ordering: .relaxed) - done >= passFrames && !hasFailed
    }

    private func run() {
        var copies = true
        while copies {
            do throws(DatabaseError) {
                copies = try connections.withLock { connections throws(DatabaseError) in
                    // The writer may have done a checkpoint since.
                    guard isDue else { return false }
                    return try pass(&connections)
                }
            } catch {
                report(error)
                copies = false
            }
        }
    }

    /// Copies and syncs what the log has now; false if that is nothing.
    private func pass(_ connections: inout Connections?) throws(DatabaseError) -> Bool {
        let (end, before) = (frames.load(ordering: .relaxed), copied)
        do throws(DatabaseError) {
            let open = try open(&connections)
            try open.keepLog()
            _ = try copyLog(open.copying, .passive)
            let copies = copied != before
            if copies {
                try open.copying.syncFile()
            } else {
                attemptedFrames.store(end, ordering: .relaxed)
            }
            try open.reading.execute("COMMIT")
            return copies
        } catch {
            attemptedFrames.store(end, ordering: .relaxed)
            guard !error.isFailedSync else {
                fail(&connections)
                throw .failedSync
            }
            // The transaction may still be open.
            connections = nil
            // Another process runs a checkpoint.
            if error.kind == .busy { return false }
            throw error
        }
    }

    private func copyLog(
        _ session: SQLiteConnection, _ mode: SQLiteConnection.CheckpointMode
    ) throws(DatabaseError) -> SQLiteConnection.Checkpoint {
        // SQLite reports no error for a connection that has not read yet.
        guard let log = try session.checkpoint(mode) else { throw .withoutLog }
        copiedFrames.store(log.checkpointed, ordering: .relaxed)
        return log
    }

    private func open(_ connections: inout Connections?) throws(DatabaseError) -> Connections {
        if let connections { return connections }
        let opened = try connect()
        connections = opened
        return opened
    }

    /// Ends all checkpoints; the log is kept by a read transaction as long as the process runs.
    private func fail(_ connections: inout Connections?) {
        failedSync.store(true, ordering: .relaxed)
        do throws(DatabaseError) {
            let open = try open(&connections)
            if !open.reading.isInTransaction { try open.keepLog() }
        } catch {
            report(error)
        }
    }
}

extension DatabaseError {
    /// A sync in a checkpoint of this process has failed (sqlite.org/rescode.html#ioerr_fsync).
    fileprivate static var failedSync: DatabaseError {
        DatabaseError(
            code: 1034,
            message: "the database could not be synced; writes are refused until a restart")
    }

    fileprivate static var withoutLog: DatabaseError {
        DatabaseError(code: 1, message: "the connection has no write-ahead log")
    }
}
