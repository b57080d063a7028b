internal import CWALBatchVFS
internal import CSQLite

extension Connection {
    /// The name of a file system that is another one, but that it can batch
    /// the pages of a commit and write them into the log by one call.
    /// `other` is one that somebody has registered; nil is the system's.
    package static func walBatchingFileSystem(over other: String?) throws(DatabaseError) -> String {
        // Whoever asks for a file system has SQLite begin its work.
        disableMemoryStatistics
        guard let name = unsafe wal_batch_vfs_over(other) else {
            throw DatabaseError(code: SQLITE_ERROR, message: "no such file system, or no memory")
        }
        return unsafe String(cString: name)
    }

    /// Runs a COMMIT, whose pages are batched if the connection was opened
    /// over such a file system.
    package func commit(_ statement: inout Statement) throws(DatabaseError) {
        unsafe wal_batch_begin(database)
        defer { unsafe wal_batch_end(database) }
        try statement.run()
    }
}
