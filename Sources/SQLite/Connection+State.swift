internal import CSQLite

extension Connection {
    /// Whether a transaction was begun and neither committed nor rolled back.
    ///
    /// Ask after an error: a full disk, a lack of memory or an I/O error may have rolled it back
    /// already (sqlite.org/lang_transaction.html).
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(database) == 0
    }

    /// Whether nothing can be written, be it because nobody asked to or because the file forbids it.
    package var isReadOnly: Bool { unsafe sqlite3_db_readonly(database, "main") == 1 }

    /// How many rows the most recent INSERT, UPDATE or DELETE changed, those of triggers and
    /// foreign keys not counted.
    package var changes: Int { unsafe Int(sqlite3_changes64(database)) }

    /// How many pages were written since the connection was opened, into the
    /// write-ahead log where there is one (c3ref/c_dbstatus_options.html).
    /// The count starts over after two thousand million.
    package var pagesWritten: Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        // It answers OK for every connection that is open.
        _ = unsafe sqlite3_db_status(
            database, SQLITE_DBSTATUS_CACHE_WRITE, &count, &highest, 0)
        return Int(count)
    }

    /// How many pages were found in this connection's cache, and how many had to be read, since the
    /// last time this was asked (c3ref/c_dbstatus_options.html).
    package func takeCacheCounts() -> (hits: Int, misses: Int) {
        (readAndReset(SQLITE_DBSTATUS_CACHE_HIT), readAndReset(SQLITE_DBSTATUS_CACHE_MISS))
    }

    private func readAndReset(_ counter: Int32) -> Int {
        var count: Int32 = 0
        var highest: Int32 = 0
        // It answers OK for every connection that is open; 1 sets the counter to 0.
        _ = unsafe sqlite3_db_status(database, counter, &count, &highest, 1)
        return Int(count)
    }

    /// The SQL of a statement that stands on a row, neither run to its end nor reset.
    ///
    /// Such a statement holds its read transaction open, and with it the snapshot and the log. Nil
    /// is what every request should leave behind.
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

    /// How long a statement waits for another connection's lock before it throws `busy`; 0, as in
    /// the beginning, is not at all.
    ///
    /// It waits asleep, on the thread that called. And it does not wait where that would be no use:
    /// a transaction that has read and then wants to write throws at once when another one wrote
    /// in between (BUSY_SNAPSHOT, sqlite.org/rescode.html#busy_snapshot). So a transaction that is
    /// going to write says so when it begins.
    package func setBusyTimeout(milliseconds: Int) {
        // It answers OK for every connection that is open.
        _ = unsafe sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
    }
}
