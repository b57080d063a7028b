package import Items
import SQLite
package import Storage

/// The schema of a file.
extension SQLiteSchema {
    /// Migrates the database at `path`, and returns the names of the applied steps.
    package static func migrate(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> [String] {
        let session = try opening { () throws(DatabaseError) in
            try SQLiteConnection.openForWriting(path, busyMilliseconds: busyMilliseconds)
        }
        return try Migrator(session, clock: clock).migrate()
    }

    /// Whether the file is a toodoo database that lacks a step. A write that was broken off is rolled
    /// back; nothing else is changed.
    ///
    /// A database of a newer program lacks none; opening it reports the difference.
    package static func needsMigration(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Bool {
        do throws(OpenFailure) {
            let steps = try status(of: path, busyMilliseconds: busyMilliseconds)
            return steps.contains { $0.state == .pending }
        } catch .foreignDatabase {
            // An empty file is initialized at opening, and a foreign one is refused then.
            return false
        } catch .database(let error) where error.isHotJournal {
            try rollBack(path, busyMilliseconds)
            return try needsMigration(path, busyMilliseconds: busyMilliseconds)
        }
    }

    /// Rolls back a write that was broken off, as SQLite does at the first read of a connection that
    /// may write.
    private static func rollBack(_ path: String, _ busyMilliseconds: Int) throws(OpenFailure) {
        try opening { () throws(DatabaseError) in
            let session = try SQLiteConnection.openForWriting(
                path, busyMilliseconds: busyMilliseconds)
            _ = try session.integer("SELECT count(*) FROM sqlite_schema")
        }
    }

    /// The state of every step in the database at `path`; nothing is changed.
    package static func status(
        of path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> [MigrationStep] {
        // It throws for an empty file.
        let session = try SQLiteConnection.openExisting(path, busyMilliseconds: busyMilliseconds)
        return try Migrator(session, clock: .constant(0)).status()
    }
}
