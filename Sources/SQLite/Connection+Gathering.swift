internal import CGathering
internal import CSQLite

extension Connection {
    /// The name of a file system that is another one, but that it can gather
    /// the pages of a commit and write them into the log by one call.
    /// `other` is one that somebody has registered; nil is the system's.
    package static func gathering(over other: String?) throws(DatabaseError) -> String {
        // Whoever asks for a file system has SQLite begin its work.
        withoutStatistics
        guard let name = unsafe gathering_over(other) else {
            throw DatabaseError(code: SQLITE_ERROR, message: "no such file system, or no memory")
        }
        return unsafe String(cString: name)
    }

    /// Runs a COMMIT, whose pages are gathered if the connection was opened
    /// over such a file system.
    package func commit(_ statement: inout Statement) throws(DatabaseError) {
        unsafe gathering_begin(database)
        defer { unsafe gathering_end(database) }
        try statement.run()
    }
}
