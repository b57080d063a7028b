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
/// after one failure no checkpoint follows in this process: the log keeps all frames, and the next
/// process that opens the file copies them again.
final class BackgroundCheckpointer: @unchecked Sendable {
    // Proof: `connections` is only touched by passes, which do not overlap; all else is immutable,
    // atomic or a lock.

    /// A connection that copies, and one whose transaction keeps the log from being started over.
    ///
    /// SQLite before 3.51.3 may count frames of a new log as copied when the log is started over
    /// just when a checkpoint begins (sqlite.org/wal.html#walresetbug).
    struct Connections {
        let copying: SQLiteConnection
        let reading: SQLiteConnection
    }

    /// The frames that are worth a pass.
    let passFrames: Int
    private let copiedFrames = Atomic(0)
    /// The frames of the log after the writer's last commit.
    private let frames = Atomic(0)
    private let isRunning = Atomic(false)
    private let failedSync = Atomic(false)
    /// Held during a checkpoint, because SQLite refuses a second one at the same time.
    private let turn = Mutex<Void>(())
    /// Nil in tests: each pass ends before the writer goes on.
    private let queue: DispatchQueue?
    private let connect: @Sendable () throws(DatabaseError) -> Connections
    private let report: @Sendable (DatabaseError) -> Void
    private var connections: Connections?

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
        guard isDue, !isRunning.exchange(true, ordering: .acquiring) else { return }
        let work: @Sendable () -> Void = { [self] in
            run()
            isRunning.store(false, ordering: .releasing)
        }
        if let queue { queue.async(execute: work) } else { work() }
    }

    /// Runs a checkpoint on a connection when no other one is running in this process.
    ///
    /// It throws when a sync has failed, in this or an earlier one.
    func checkpoint(
        _ session: SQLiteConnection, _ mode: SQLiteConnection.CheckpointMode
    ) throws(DatabaseError) -> SQLiteConnection.Checkpoint {
        try turn.withLock { _ throws(DatabaseError) -> SQLiteConnection.Checkpoint in
            guard !hasFailed else { throw .failedSync }
            let log = try noting { () throws(DatabaseError) in try session.checkpoint(mode) }
            // SQLite reports no error for a connection that has not read yet.
            guard let log else { throw .withoutLog }
            copiedFrames.store(log.checkpointed, ordering: .relaxed)
            return log
        }
    }

    /// Waits for the current pass, and closes the connections.
    func close() {
        if let queue { queue.sync { connections = nil } } else { connections = nil }
    }

    private var isDue: Bool {
        frames.load(ordering: .relaxed) - copied >= passFrames && !hasFailed
    }

    private func run() {
        do throws(DatabaseError) {
            let connections: Connections
            if let open = self.connections {
                connections = open
            } else {
                connections = try connect()
            }
            self.connections = connections
            while isDue {
                let before = copied
                // A reader may hold the rest.
                guard try copy(by: connections), copied != before else { return }
                try noting { () throws(DatabaseError) in try connections.copying.syncFile() }
            }
        } catch {
            report(error)
        }
    }

    /// One pass; false when another process runs one.
    private func copy(by connections: Connections) throws(DatabaseError) -> Bool {
        let reading = connections.reading
        try reading.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        let result = Result { () throws(DatabaseError) in
            try checkpoint(connections.copying, .passive)
        }
        try reading.execute("COMMIT")
        do throws(DatabaseError) {
            _ = try result.get()
            return true
        } catch {
            guard error.kind == .busy else { throw error }
            return false
        }
    }

    /// Performs a checkpoint or a sync, and notes when a sync has failed.
    private func noting<Value>(
        _ work: () throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        do throws(DatabaseError) {
            return try work()
        } catch {
            guard error.isFailedSync else { throw error }
            failedSync.store(true, ordering: .relaxed)
            throw .failedSync
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
