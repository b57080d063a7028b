package import Items
package import SQLite

extension Connection {
    /// A connection that writes to a database of ours: made when it is
    /// absent, with the newest schema.
    ///
    /// Only who is `exclusive` brings one that is there up to date.
    package static func openMigrated(
        _ path: String, busyMilliseconds: Int, fileSystem: String? = nil, exclusive: Bool = true,
        clock: Clock
    ) throws(OpenFailure) -> Connection {
        let connection = try opening { () throws(DatabaseError) in
            try openForWriting(path, busyMilliseconds: busyMilliseconds, fileSystem: fileSystem)
        }
        _ = try Migrator(connection, Migration.all, clock: clock).migrate(exclusive: exclusive)
        // Only now is it known to be ours: the mode stands in the file's header.
        try opening { () throws(DatabaseError) in try connection.enableWAL() }
        return connection
    }

    /// A connection that only reads a database of ours, of whatever schema this program knows.
    package static func openExisting(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Connection {
        let connection = try opening { () throws(DatabaseError) in
            try openForReading(path, busyMilliseconds: busyMilliseconds)
        }
        try Migrator(connection, Migration.all, clock: .constant(0)).checkApplicationID()
        return connection
    }

    /// The same for who looks whether it is sound.
    ///
    /// This one could write, if the file can be written: where it cannot, SQLite does not keep in
    /// mind what the schema says of rows (CHECK), and finds them sound whatever is in them. It is
    /// read first all the same: with a journal that somebody has left, SQLite refuses who reads,
    /// and has who can write roll back.
    static func openForCheck(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Connection {
        let reader = try openExisting(path, busyMilliseconds: busyMilliseconds)
        return try opening { () throws(DatabaseError) in
            try openQueryOnly(path, busyMilliseconds: busyMilliseconds) ?? reader
        }
    }
}
