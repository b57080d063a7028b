package import Items
package import SQLite

extension Connection {
    /// A connection that writes to a database of ours: made when it is
    /// absent, with the newest schema.
    ///
    /// Only who is `alone` brings one that is there up to date.
    package static func ready(
        _ path: String, busyMilliseconds: Int, fileSystem: String? = nil, alone: Bool = true,
        clock: Clock
    ) throws(OpenFailure) -> Connection {
        let connection = try opening { () throws(DatabaseError) in
            try writing(path, busyMilliseconds: busyMilliseconds, fileSystem: fileSystem)
        }
        _ = try Migrator(connection, Migration.all, clock: clock).migrate(alone: alone)
        // Only now is it known to be ours: the mode stands in the file's header.
        try opening { () throws(DatabaseError) in try connection.keepLog() }
        return connection
    }

    /// A connection that only reads a database of ours, of whatever schema this program knows.
    package static func existing(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Connection {
        try ours { () throws(DatabaseError) in
            try reading(path, busyMilliseconds: busyMilliseconds)
        }
    }

    /// A connection to a database of ours that may be damaged, for who looks whether it is.
    static func suspected(
        _ path: String, busyMilliseconds: Int
    ) throws(OpenFailure) -> Connection {
        try ours { () throws(DatabaseError) in
            try checking(path, busyMilliseconds: busyMilliseconds)
        }
    }

    private static func ours(
        _ open: () throws(DatabaseError) -> Connection
    ) throws(OpenFailure) -> Connection {
        let connection = try opening(open)
        try Migrator(connection, Migration.all, clock: .constant(0)).checkMark()
        return connection
    }
}
