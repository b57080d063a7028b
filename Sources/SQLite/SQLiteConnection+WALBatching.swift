internal import CSQLiteVFS
internal import CSQLite

extension SQLiteConnection {
    /// The name of a file system that batches the pages of a COMMIT into one write to the log.
    ///
    /// `other` is a registered file system that does the rest; nil is the default one.
    package static func walBatchingFileSystem(over other: String?) throws(DatabaseError) -> String {
        // The lookup below initializes SQLite, after which it cannot be configured.
        disableMemoryStatistics
        guard let name = unsafe wal_batch_vfs_over(other) else {
            throw DatabaseError(code: SQLITE_ERROR, message: "no such file system, or no memory")
        }
        return unsafe String(cString: name)
    }

    /// Runs a COMMIT; its pages are batched if the connection uses such a file system.
    package func commit(_ statement: inout Statement) throws(DatabaseError) {
        unsafe wal_batch_begin(database)
        defer { unsafe wal_batch_end(database) }
        try statement.run()
    }
}
