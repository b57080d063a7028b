internal import CSQLite

/// One connection to one database file, for one thread at a time.
///
/// It is not Sendable, and that is the lock: SQLite is asked for none (SQLITE_OPEN_NOMUTEX), which
/// is allowed as long as no two threads use a connection at once (sqlite.org/threadsafe.html). The
/// connections themselves may live on as many threads as there are.
@safe
package final class Connection {
    /// Whether a connection writes, and whether it may make the file.
    package enum Access: Sendable {
        /// Reads and writes, and makes the file when there is none.
        case readWriteCreate
        /// Reads and writes a file that must exist.
        case readWrite
        /// Reads a file that must exist.
        case readOnly
    }

    // Nil once closed.
    private var handle: OpaquePointer?

    /// The open connection, for the other files of this module.
    @unsafe
    var database: OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("the connection is closed") }
        return unsafe handle
    }

    /// Counting takes a lock of the whole process for each allocation, on every lane, for
    /// statistics that nobody reads (c3ref/c_config_covering_index_scan.html). Too late once
    /// another part of the process has used SQLite, and then no more than a little speed is lost.
    static let disableMemoryStatistics: Void = {
        _ = csqlite_disable_memory_statistics()
    }()

    private init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        close()
    }

    /// Opens the file at `path`, or a new database in memory for `:memory:`; throws `cannotOpen`
    /// without such a file, and `readOnly` when it is to be written and cannot be.
    ///
    /// SQLite reads the file with the first statement only, so that is when a file turns out not
    /// to be a database. `fileSystem` is the name of one that somebody has registered with SQLite
    /// (sqlite.org/vfs.html); nil is the system's.
    package static func open(
        _ path: String, _ access: Access, fileSystem: String? = nil
    ) throws(DatabaseError) -> Connection {
        disableMemoryStatistics
        let path = try plainPath(path)
        var handle: OpaquePointer?
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &handle, flags, fileSystem)

        // Even a failed open hands out a connection, which must be closed (c3ref/open.html); from
        // here on `deinit` does so.
        let connection = unsafe handle.map { handle in unsafe Connection(handle) }
        guard let connection, code == SQLITE_OK else {
            throw unsafe DatabaseError.last(code: code, database: handle, sql: nil)
        }
        try connection.harden()

        // SQLite opens a file it may not write for reading, without a word (c3ref/open.html). A
        // server should learn that when it starts and not with the first write.
        guard access == .readOnly || !connection.isReadOnly else {
            throw DatabaseError(code: SQLITE_READONLY, message: "the database file is read-only")
        }
        return connection
    }

    /// Lets go of the file, as far as that is possible; closing twice does nothing.
    ///
    /// sqlite3_close_v2() waits for the statements that still live: each stays usable, and the last
    /// one to go takes the connection along (c3ref/close.html). Whoever uses the connection itself
    /// after this call has a mistake in the code, and traps.
    package func close() {
        // It answers OK whatever happens (c3ref/close.html).
        _ = unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
    }

    /// A path that SQLite takes for nothing but a path.
    private static func plainPath(_ path: String) throws(DatabaseError) -> String {
        // An empty path opens a private database in a temporary file (c3ref/open.html), and what
        // follows a NUL is not seen at all. Neither is what anybody configured.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DatabaseError(code: SQLITE_CANTOPEN, message: "not a path")
        }
        // Debian compiles SQLite with USE_URI, and there `file:` starts a URI with switches in it
        // (sqlite.org/uri.html).
        return path.hasPrefix("file:") ? "./" + path : path
    }

    /// Takes away what only old applications and attackers need.
    private func harden() throws(DatabaseError) {
        let options: [(option: Int32, on: Int32)] = [
            // No statement may damage the file on purpose: no writable schema, no journal_mode=OFF.
            (SQLITE_DBCONFIG_DEFENSIVE, 1),
            // A file from elsewhere must not run functions with side effects from its schema.
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            // "titel" should be a misspelt column and not a text (sqlite.org/quirks.html#dblquote).
            (SQLITE_DBCONFIG_DQS_DML, 0),
            (SQLITE_DBCONFIG_DQS_DDL, 0),
        ]
        for (option, on) in options { try set(option, on) }
    }

    /// Has the end of this connection leave the log as it is, even if it is the last one.
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

extension Connection.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readWrite: SQLITE_OPEN_READWRITE
        case .readOnly: SQLITE_OPEN_READONLY
        }
    }
}
