import Dispatch
import Items
import SQLite
import Storage
import Synchronization

/// Copies the log into the database file on a thread and a connection of its own, while the writer
/// goes on.
///
///     writer                        toodoo.checkpoint
///     begin: enough frames ──────►  pass: copy what the log has now
///     commits                       sync the file
///     commits                       pass, sync, while enough frames have come meanwhile
///     commits      copied ◄───────  pass: copy the few frames that came during the last sync
///
/// Only a pass that reaches the end of the log lets SQLite start the log over, and under load there
/// is always a newer commit. So the last pass is the writer's (`Checkpointer`), which has little
/// left to copy and to sync.
final class CheckpointThread: @unchecked Sendable {
    // Proof: `session` is only touched on the serial queue; all else is immutable, atomic or behind
    // the lock.

    /// The frames that are worth a pass.
    let passFrames: Int
    private let copiedFrames = Atomic(0)
    /// The frames of the log after the writer's last commit.
    private let frames = Atomic(0)
    private let isRunning = Atomic(false)
    /// Held during a pass, because SQLite refuses a second one at the same time.
    private let pass = Mutex<Void>(())
    /// Nil in tests: each pass is done before the writer goes on.
    private let queue: DispatchQueue?
    private let connect: @Sendable () throws(DatabaseError) -> SQLiteConnection
    private let report: @Sendable (StorageFailure) -> Void
    private var session: SQLiteConnection?

    /// A thread that begins with its first pass, which opens its connection.
    init(
        passFrames: Int, isInline: Bool,
        connect: @escaping @Sendable () throws(DatabaseError) -> SQLiteConnection,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.passFrames = passFrames
        queue = isInline ? nil : DispatchQueue(label: "toodoo.checkpoint")
        self.connect = connect
        self.report = report
    }

    /// The frames of the log that are in the database file.
    var copied: Int {
        get { copiedFrames.load(ordering: .relaxed) }
        set { copiedFrames.store(newValue, ordering: .relaxed) }
    }

    /// Notes the length of the log after a commit, and begins a pass if enough is not copied.
    func note(_ frames: Int) {
        self.frames.store(frames, ordering: .relaxed)
        // The log was started over.
        if frames < copied { copied = 0 }
        guard isDue, !isRunning.exchange(true, ordering: .acquiring) else { return }
        let work: @Sendable () -> Void = { [self] in
            run()
            isRunning.store(false, ordering: .releasing)
        }
        if let queue { queue.async(execute: work) } else { work() }
    }

    /// Runs a checkpoint when no other one is running in this process.
    func checkpoint(
        _ session: SQLiteConnection, _ mode: SQLiteConnection.CheckpointMode
    ) throws(DatabaseError) -> SQLiteConnection.Checkpoint? {
        try pass.withLock { _ throws(DatabaseError) -> SQLiteConnection.Checkpoint? in
            try session.checkpoint(mode)
        }
    }

    /// Waits for the current pass and closes the connection.
    func close() {
        if let queue { queue.sync { session = nil } } else { session = nil }
    }

    private var isDue: Bool {
        frames.load(ordering: .relaxed) - copied >= passFrames
    }

    private func run() {
        do throws(DatabaseError) {
            let session: SQLiteConnection
            if let open = self.session { session = open } else { session = try connect() }
            self.session = session
            while isDue {
                let before = copied
                // Readers in other processes may hold the rest.
                guard try copy(by: session), copied != before else { return }
                try session.syncFile()
            }
            _ = try copy(by: session)
        } catch {
            report(StorageFailure(error))
        }
    }

    /// One pass; false when another process runs one.
    private func copy(by session: SQLiteConnection) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            guard let log = try checkpoint(session, .passive) else { return false }
            copied = log.checkpointed
            return true
        } catch {
            guard error.kind == .busy else { throw error }
            return false
        }
    }
}
