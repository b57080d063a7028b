package import Items
package import SQLite
import Storage

/// Copies a whole database while other processes may write to it.
///
/// `VACUUM INTO` reads one snapshot and writes each row again
/// (sqlite.org/lang_vacuum.html#vacuuminto). It blocks no writer, later writes do not restart it,
/// and an unreadable page makes it fail, whereas a copy of pages would contain the damage.
package enum DatabaseCopy {
    /// The reason why a copy failed, by the file at fault.
    package enum Failure: Error, Equatable, Sendable {
        /// The source cannot be opened or read.
        case source(OpenFailure)
        /// The copy cannot be written.
        case target(DatabaseError)

        init(_ failure: OpenFailure) {
            switch failure {
            case .database(let error) where error.isWriteError,
                .migration(_, let error) where error.isWriteError:
                self = .target(error)
            default: self = .source(failure)
            }
        }
    }

    /// The bytes that are written, and the size of the source without its free pages. The copy may
    /// be smaller, since its pages are full.
    package typealias Progress = (_ written: Int, _ whole: Int) -> Void

    /// Writes a copy into an empty file. The caller syncs it.
    ///
    /// `progress` is called during a long copy, and at the end of each.
    package static func make(
        of path: String, into copy: String, busyMilliseconds: Int, progress: Progress? = nil
    ) throws(Failure) {
        // A failure to open is the source's, whatever its cause.
        let session: SQLiteConnection
        do throws(OpenFailure) {
            session = try SQLiteConnection.openExisting(path, busyMilliseconds: busyMilliseconds)
            // A trigger or a view would come back with a restore.
            try Migrator(session, clock: .constant(0)).compare()
        } catch {
            throw .source(error)
        }
        try copying { () throws(OpenFailure) in
            try opening { () throws(DatabaseError) in
                guard let progress else { return try session.vacuum(into: copy) }
                try session.vacuum(into: copy, progress)
            }
        }
    }

    /// Prepares a copy to replace a database: migrates it, and gives each owner an epoch and a
    /// revision that no client has seen.
    ///
    /// Undo and batches name a revision without its epoch: up to that of the copy it names the same
    /// write as before, and the jump leaves the others free. Tokens and subscriptions are deleted
    /// unless `keepingTokens`, because some may have been revoked after the copy was made.
    package static func prepareForRestore(
        _ path: String, keepingTokens: Bool = false, clock: Clock
    ) throws(Failure) {
        try copying { () throws(OpenFailure) in
            try migrateAndReset(path, keepingTokens: keepingTokens, clock)
        }
    }

    private static func migrateAndReset(
        _ path: String, keepingTokens: Bool, _ clock: Clock
    ) throws(OpenFailure) {
        let session = try opening { () throws(DatabaseError) in
            try SQLiteConnection.openForWriting(path, busyMilliseconds: 0)
        }
        _ = try Migrator(session, clock: clock).migrate()
        try opening { () throws(DatabaseError) in
            var renewal = ClockRenewal()
            var next = try session.prepare("SELECT min(owner) FROM owners WHERE owner > ?1")
            var renew = try session.prepare(
                "UPDATE owners SET epoch = ?2, revision = revision + ?3 WHERE owner = ?1")
            try session.execute("BEGIN IMMEDIATE")
            if !keepingTokens {
                // A copy on a second machine must not tell what the first one tells.
                try session.execute(
                    "DELETE FROM deliveries; DELETE FROM subscriptions; DELETE FROM tokens; "
                        + "DELETE FROM setup;")
            }
            try session.execute("UPDATE access SET revocations = revocations + 1")
            var owner: Int? = .min
            while let last = owner {
                owner = try next.withReset { statement throws(DatabaseError) in
                    try statement.bind(last, at: 1)
                    guard try session.step(&statement), !statement.isNull(at: 0) else { return nil }
                    return statement.integer(at: 0)
                }
                guard let owner else { break }
                try renew.bind(owner, at: 1)
                let (epoch, jump) = renewal.next()
                try renew.bind(text: epoch, at: 2)
                try renew.bind(jump, at: 3)
                try session.run(&renew)
            }
            try session.execute("COMMIT")
        }
    }

    /// Moves the write-ahead log of a database into its file; false when another process has it
    /// open.
    ///
    /// The file leaves WAL mode, for which SQLite needs it alone: a checkpoint would succeed
    /// although an idle server has the file open, because that server reads nothing
    /// (sqlite.org/wal.html#concurrency).
    package static func closeWAL(of path: String) throws(OpenFailure) -> Bool {
        try opening { () throws(DatabaseError) in
            let session = try SQLiteConnection.open(path, .readWrite)
            do throws(DatabaseError) {
                try session.execute(
                    """
                    PRAGMA journal_mode = DELETE;
                    BEGIN EXCLUSIVE;
                    COMMIT;
                    """)
                return true
            } catch {
                guard error.kind == .busy else { throw error }
                return false
            }
        }
    }

    private static func copying(_ work: () throws(OpenFailure) -> Void) throws(Failure) {
        do throws(OpenFailure) {
            try work()
        } catch {
            throw Failure(error)
        }
    }
}

extension SQLiteConnection {
    fileprivate func vacuum(into copy: String) throws(DatabaseError) {
        var vacuum = try prepare("VACUUM INTO ?1")
        try vacuum.bind(text: copy, at: 1)
        try run(&vacuum)
    }

    fileprivate func vacuum(
        into copy: String, _ progress: @escaping DatabaseCopy.Progress
    ) throws(DatabaseError) {
        let pageSize = try integer("PRAGMA page_size") ?? 0
        let freePages = try integer("PRAGMA freelist_count") ?? 0
        let whole = pageSize * ((try integer("PRAGMA page_count") ?? 0) - freePages)
        // The copy is a database of this connection until it is complete, and the only one that it
        // writes to.
        let before = pagesWritten
        let report = {
            // Another process may have added pages meanwhile.
            progress(min(pageSize * (self.pagesWritten - before), whole), whole)
        }
        try reporting(report) { () throws(DatabaseError) in try vacuum(into: copy) }
        progress(whole, whole)
    }
}

extension DatabaseError {
    /// Whether the error is about the file that is written, not the one that is read.
    fileprivate var isWriteError: Bool {
        switch kind {
        case .readOnly: !isHotJournal
        case .full, .cannotOpen: true
        case .ioError: !isFailedRead
        default: false
        }
    }
}
