package import Items
import SQLite

/// Copies of a whole database, made while others may be writing to it.
///
/// `VACUUM INTO` reads one snapshot and writes each row anew (sqlite.org/lang_vacuum.html#vacuuminto):
/// nobody has to wait, later writes do not make it start over, and a page that cannot be read ends
/// it, where a copy of pages would carry the damage along.
package enum DatabaseCopy {
    /// Writes a copy into `target`, an empty file. It is for the caller to sync.
    package static func make(
        of path: String, into target: String, busyMilliseconds: Int
    ) throws(OpenFailure) {
        let session = try Connection.existing(path, busyMilliseconds: busyMilliseconds)
        try opening { () throws(DatabaseError) in
            var copy = try session.prepare("VACUUM INTO ?1")
            // A path and nothing else: Debian's SQLite would read a URI.
            try copy.bind(text: target.hasPrefix("file:") ? "./" + target : target, at: 1)
            try session.run(&copy)
        }
    }

    /// Makes a copy fit to take a database's place: the newest schema, and epochs that no client
    /// has seen, so that a clock that was set back is not mistaken for one that went on.
    ///
    /// Tokens are let go unless they are to be kept: among them are those that were revoked since the
    /// copy was made.
    package static func renew(
        _ path: String, keepingTokens: Bool = false, clock: Clock
    ) throws(OpenFailure) {
        let session = try opening { () throws(DatabaseError) in
            try Connection.writing(path, busyMilliseconds: 0)
        }
        _ = try Migrator(session, Migration.all, clock: clock).migrate()
        try opening { () throws(DatabaseError) in
            var random = SystemRandomNumberGenerator()
            var next = try session.prepare("SELECT min(owner) FROM owners WHERE owner > ?1")
            var renew = try session.prepare("UPDATE owners SET epoch = ?2 WHERE owner = ?1")
            try session.execute("BEGIN IMMEDIATE")
            if !keepingTokens { try session.execute("DELETE FROM tokens") }
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
                try renew.bind(text: Owner.makeEpoch(random.next()), at: 2)
                try session.run(&renew)
            }
            try session.execute("COMMIT")
        }
    }

    /// Moves all that stands in the write-ahead log of a database into its file; false when somebody else has it open.
    package static func emptyLog(of path: String) throws(OpenFailure) -> Bool {
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
}
