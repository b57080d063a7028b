internal import CSQLite

extension SQLiteConnection {
    /// Whether a transaction is open.
    ///
    /// Check it after an error: SQLite may have rolled back by itself after a full disk, a lack of
    /// memory or an I/O error (sqlite.org/lang_transaction.html).
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(database) == 0
    }

    /// Whether the database is read-only, by the open mode or by the file's permissions.
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(database, "main") == 1 }

    /// The number of rows changed by the last INSERT, UPDATE or DELETE, not counting triggers and
    /// foreign key actions.
    package var changes: Int { unsafe Int(sqlite3_changes64(database)) }

    /// The pages written since the connection was opened, to the log in WAL mode.
    ///
    /// The count wraps at 2³¹ (c3ref/c_dbstatus_options.html).
    package var pagesWritten: Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        // Never fails on an open connection.
        _ = unsafe sqlite3_db_status(
            database, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
        return Int(count)
    }

    /// The hits and misses of the page cache since the last call (c3ref/c_dbstatus_options.html).
    package func takeCacheCounts() -> (hits: Int, misses: Int) {
        (readAndReset(SQLITE_DBSTATUS_CACHE_HIT), readAndReset(SQLITE_DBSTATUS_CACHE_MISS))
    }

    private func readAndReset(_ counter: Int32) -> Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        // Never fails on an open connection; the 1 resets the counter.
        _ = unsafe sqlite3_db_status(database, counter, &count, &highest, 1)
        return Int(count)
    }

    /// The SQL of a statement that is on a row: neither finished nor reset.
    ///
    /// Such a statement keeps its read transaction open, and so the snapshot and the log. Every
    /// request should end with nil here.
    package var unfinishedStatement: String? {
        var statement = unsafe sqlite3_next_stmt(database, nil)
        while let candidate = unsafe statement {
            if unsafe sqlite3_stmt_busy(candidate) != 0 {
                return unsafe sqlite3_sql(candidate).map { sql in unsafe String(cString: sql) }
            }
            unsafe statement = sqlite3_next_stmt(database, candidate)
        }
        return nil
    }

    /// Sets how long a statement waits for another connection's lock before it throws `busy`;
    /// initially 0.
    ///
    /// The wait blocks the calling thread. SQLite does not wait where that is useless: if a read
    /// transaction wants to write after another connection has written, it throws at once
    /// (BUSY_SNAPSHOT, sqlite.org/rescode.html#busy_snapshot). So a transaction that will write
    /// begins with BEGIN IMMEDIATE.
    package func setBusyTimeout(milliseconds: Int) {
        // Never fails on an open connection.
        _ = unsafe sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
    }
}
