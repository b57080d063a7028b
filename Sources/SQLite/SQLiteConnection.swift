internal import CSQLite

/// A connection to a database file, used by one thread at a time.
///
/// It is not Sendable, which replaces SQLite's mutex: SQLITE_OPEN_NOMUTEX is allowed as long as no
/// two threads use one connection at once (sqlite.org/threadsafe.html). Different connections may
/// be used by different threads.
@safe
package final class SQLiteConnection {
    /// Whether a connection may write, and whether it may create the file.
    package enum Access: Sendable {
        /// Reads and writes; creates a missing file.
        case readWriteCreate
        /// Reads and writes a file that must exist.
        case readWrite
        /// Reads a file that must exist.
        case readOnly
    }

    // Nil once closed.
    private var handle: OpaquePointer?
    /// What `countLogFrames` counts; nil without it.
    @unsafe var logFrameCounter: UnsafeMutablePointer<Int32>?

    /// The handle of the open connection, for this module's other files.
    @unsafe
    var database: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("the connection is closed") }
        return unsafe handle
    }

    /// Turns off memory statistics: they are not used, and take a process-wide lock at each
    /// allocation, on every lane (c3ref/c_config_covering_index_scan.html).
    ///
    /// It has no effect if SQLite is already initialized, which costs only speed.
    static let disableMemoryStatistics: Void = {
        _ = csqlite_disable_memory_statistics()
    }()

    private init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        close()
        unsafe logFrameCounter?.deallocate()
    }

    /// Opens the file at `path`, or an in-memory database for `:memory:`.
    ///
    /// The path must have no symbolic link.
    /// Throws `cannotOpen` if the file cannot be opened, and `readOnly` if it should be writable
    /// and is not. SQLite reads the file with the first statement; only then does it notice that a
    /// file is not a database. `fileSystem` is the name of a registered VFS (sqlite.org/vfs.html);
    /// nil is the default one.
    package static func open(
        _ path: String, _ access: Access, fileSystem: String? = nil
    ) throws(DatabaseError) -> SQLiteConnection {
        disableMemoryStatistics
        let path = try plainPath(path)
        var handle: OpaquePointer?
        let flags =
            access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        let code = unsafe sqlite3_open_v2(path, &handle, flags, fileSystem)

        // A failed open also returns a connection, which must be closed (c3ref/open.html); `deinit`
        // does.
        let connection = unsafe handle.map { handle in unsafe SQLiteConnection(handle) }
        guard let connection, code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: handle, sql: nil)
        }
        try connection.harden()

        // SQLite silently opens a write-protected file read-only (c3ref/open.html). A server should
        // fail at startup, not at the first write.
        guard access == .readOnly || !connection.isReadOnly else {
            throw DatabaseError(code: SQLITE_READONLY, message: "the database file is read-only")
        }
        return connection
    }

    /// Closes the connection; closing twice does nothing.
    ///
    /// sqlite3_close_v2() defers closing while statements exist: they stay usable, and the last one
    /// to be finalized closes the connection (c3ref/close.html). Using the connection itself after
    /// this call is a programming error and traps.
    package func close() {
        // A statement that outlives the connection would still count.
        if let handle = unsafe handle { _ = unsafe sqlite3_wal_hook(handle, nil, nil) }
        // Always returns OK (c3ref/close.html).
        _ = unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
    }

    /// Returns a path that SQLite treats only as a path.
    private static func plainPath(_ path: String) throws(DatabaseError) -> String {
        // An empty path opens a private temporary database (c3ref/open.html), and SQLite ignores
        // what follows a NUL. Neither can be intended.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DatabaseError(code: SQLITE_CANTOPEN, message: "not a path")
        }
        // Debian compiles SQLite with USE_URI, where `file:` starts a URI with options
        // (sqlite.org/uri.html).
        return path.hasPrefix("file:") ? "./" + path : path
    }

    /// Disables features that only legacy applications and attackers need.
    private func harden() throws(DatabaseError) {
        let options: [(option: Int32, on: Int32)] = [
            // SQL cannot corrupt the file: no writable schema, no journal_mode=OFF.
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
            // The schema of a foreign file must not run functions with side effects.
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            // "titel" is a misspelled column and not a string (sqlite.org/quirks.html#dblquote).
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0),
        ]
        for (option, on) in options { try set(option, on) }
    }

    /// Keeps the log when the last connection closes, instead of checkpointing and deleting it.
    package func disableCheckpointOnClose() throws(DatabaseError) {
        try set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    }

    private func set(_ option: Int32, _ on: Int32) throws(DatabaseError) {
        let code = unsafe csqlite_db_config(database, option, on)
        guard code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: database, sql: nil)
        }
    }
}

extension SQLiteConnection.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readWrite: SQLITE_OPEN_READWRITE
        case .readOnly: SQLITE_OPEN_READONLY
        }
    }
}
