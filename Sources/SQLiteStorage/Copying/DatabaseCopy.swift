package import Items
package import SQLite

/// Copies of a whole database, made while others may be writing to it.
///
/// `VACUUM INTO` reads one snapshot and writes each row anew
/// (sqlite.org/lang_vacuum.html#vacuuminto): nobody has to wait, later
/// writes do not make it start over, and a page that cannot be read ends
/// it, where a copy of pages would carry the damage along.
package enum DatabaseCopy {
    /// Why there is no copy, by the file that is at fault.
    package enum Failure: Error, Equatable, Sendable {
        /// What was to be copied, or what is in it.
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

    /// How far a clock leaps: over more writes than anybody can have done since the copy was made,
    /// elsewhere after each restore of the same one, and thousands of times before a reader of JSON
    /// would round it.
    private static let revisionJumps = 1 << 32..<1 << 40

    /// Writes a copy into `target`, an empty file. It is for the caller to sync.
    package static func make(
        of path: String, into target: String, busyMilliseconds: Int
    ) throws(Failure) {
        // What cannot be opened is the source, whatever the reason is.
        let session: Connection
        do throws(OpenFailure) {
            session = try Connection.openExisting(path, busyMilliseconds: busyMilliseconds)
        } catch {
            throw .source(error)
        }
        try copying { () throws(OpenFailure) in
            try opening { () throws(DatabaseError) in
                var copy = try session.prepare("VACUUM INTO ?1")
                // A path and nothing else: Debian's SQLite would read a URI.
                try copy.bind(text: target.hasPrefix("file:") ? "./" + target : target, at: 1)
                try session.run(&copy)
            }
        }
    }

    /// Makes a copy fit to take a database's place: the newest schema, and clocks with an epoch
    /// and a revision that no client has seen, so that one that was set back is not mistaken for
    /// one that went on. A revision also comes without its epoch, to an undo and in a batch, so the
    /// history is forgotten.
    ///
    /// Tokens are let go unless they are to be kept: among them are those
    /// that were revoked since the copy was made.
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
            try Connection.openForWriting(path, busyMilliseconds: 0)
        }
        _ = try Migrator(session, Migration.all, clock: clock).migrate()
        try opening { () throws(DatabaseError) in
            var random = SystemRandomNumberGenerator()
            var next = try session.prepare("SELECT min(owner) FROM owners WHERE owner > ?1")
            var renew = try session.prepare(
                """
                UPDATE owners SET epoch = ?2, revision = revision + ?3, last_entry = 0, \
                unmarked = 0, history_bytes = 0 WHERE owner = ?1
                """)
            try session.execute("BEGIN IMMEDIATE")
            if !keepingTokens { try session.execute("DELETE FROM tokens") }
            try session.execute(
                """
                UPDATE access SET revocations = revocations + 1;
                DELETE FROM log;
                DELETE FROM marks;
                DELETE FROM ids WHERE deleted_by IS NOT NULL;
                """)
            var owner: Int? = .min
            while let last = owner {
                owner = try next.withReset { statement throws(DatabaseError) in
                    try statement.bind(last, at: 1)
                    guard try session.step(&statement), !statement.isNull(at: 0) else { return nil }
                    return statement.integer(at: 0)
                }
                guard let owner else { break }
                try renew.bind(owner, at: 1)
                try renew.bind(text: Owner.makeEpoch(random.next()), at: 2)
                try renew.bind(Int.random(in: revisionJumps, using: &random), at: 3)
                try session.run(&renew)
            }
            try session.execute("COMMIT")
        }
    }

    /// Moves all that stands in the write-ahead log of a database into its
    /// file; false when somebody else has it open.
    package static func truncateWAL(of path: String) throws(OpenFailure) -> Bool {
        try opening { () throws(DatabaseError) in
            let session = try Connection.open(path, .readWrite)
            // Before its first read a connection does not know that there is a log.
            _ = try session.integer("SELECT count(*) FROM sqlite_schema")
            do throws(DatabaseError) {
                _ = try session.checkpoint(.truncate)
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

extension DatabaseError {
    /// Whether it is about a file that is written, where another one is only read.
    fileprivate var isWriteError: Bool {
        switch kind {
        case .full, .readOnly, .cannotOpen: true
        case .ioError: !isFailedRead
        default: false
        }
    }
}
