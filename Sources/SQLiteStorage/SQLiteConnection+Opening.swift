package import Items
package import SQLite
import Storage

extension SQLiteConnection {
    /// Opens a connection that writes to a toodoo database, which is created if absent, with the
    /// newest schema.
    ///
    /// An existing database is migrated only if `exclusive`.
    package static func openMigrated(
        _ path: String, busyMilliseconds: Int, fileSystem: String? = nil, exclusive: Bool = true,
        clock: Clock
    ) throws(OpenFailure) -> SQLiteConnection {
        let connection = try opening { () throws(DatabaseError) in
            try openForWriting(path, busyMilliseconds: busyMilliseconds, fileSystem: fileSystem)
        }
        _ = try Migrator(connection, clock: clock).migrate(exclusive: exclusive)
        // WAL mode is stored in the file's header, so it is set only after the application id was
        // checked.
        try opening { () throws(DatabaseError) in try connection.enableWAL() }
        return connection
    }

    /// Opens a read-only connection to an existing toodoo database of any schema.
    package static func openExisting(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> SQLiteConnection {
        let connection = try opening { () throws(DatabaseError) in
            try openForReading(path, busyMilliseconds: busyMilliseconds)
        }
        try SQLiteSchema(connection).checkApplicationID()
        return connection
    }

    /// Opens a connection for `DatabaseCheck`.
    ///
    /// It is writable if the file is, with `query_only`: on a read-only connection SQLite ignores
    /// CHECKs, and integrity_check does not report their violations. A read-only connection opens
    /// the file first: it fails if there is a hot journal, which a writable connection would roll
    /// back.
    static func openForCheck(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> SQLiteConnection {
        let reader = try openExisting(path, busyMilliseconds: busyMilliseconds)
        return try opening { () throws(DatabaseError) in
            try openQueryOnly(path, busyMilliseconds: busyMilliseconds) ?? reader
        }
    }
}
