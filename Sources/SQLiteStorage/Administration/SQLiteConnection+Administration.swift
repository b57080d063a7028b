package import Items
package import SQLite
package import Storage

extension SQLiteConnection {
    /// Opens an existing database, which must have this program's schema, to read it while a server
    /// may be writing.
    package static func openCurrent(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> SQLiteConnection {
        let session = try openExisting(path, busyMilliseconds: busyMilliseconds)
        try Migrator(session, clock: .constant(0)).requireCurrent()
        return session
    }

    /// Opens a database as a server does, to change accounts while a server may be running; waits
    /// up to `busyMilliseconds` for its lock.
    package static func openAdministrator(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> AccountAdministrator {
        let session = try openMigrated(path, busyMilliseconds: busyMilliseconds, clock: clock)
        return try opening { () throws(DatabaseError) in
            // A local owner that is leaving is not erased here, because that would block other
            // writers. Only an adoption needs the local owner, and it is refused meanwhile.
            if try !session.isLocalOwnerLeaving() { _ = try session.localOwner() }
            return AccountAdministrator(
                session, WriteBatch(session: session, clock: clock, commits: CommitCounter()))
        }
    }

    /// Opens a new database for a copy. The caller syncs the file.
    package static func openCopyTarget(
        _ path: String, clock: Clock
    ) throws(OpenFailure) -> any CopyTarget {
        // The first server sets WAL mode. Here everything is written into one file.
        let session = try opening { () throws(DatabaseError) in
            try openForWriting(path, busyMilliseconds: 0)
        }
        _ = try Migrator(session, clock: clock).migrate()
        return try opening { () throws(DatabaseError) in
            let items = try ItemRowWriter.Box(session)
            try session.execute("BEGIN IMMEDIATE")
            return DatabaseCopyTarget(
                session,
                end: [
                    """
                    UPDATE access SET last_owner = max(last_owner, \
                    (SELECT coalesce(max(owner), 0) FROM owners))
                    """, "COMMIT",
                ]
            ) { copied throws(DatabaseError) in
                for (owner, item) in copied { try items.writer.insertNew(item, of: owner) }
            }
        }
    }
}
