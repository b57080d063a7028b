package import Items
package import SQLite

extension SQLiteConnection {
    /// Opens a connection that writes; the file is created if absent.
    ///
    /// An existing file is not changed, because it may belong to another application; see
    /// `enableWAL()`.
    package static func openForWriting(
        _ path: String, busyMilliseconds: Int, fileSystem: String? = nil
    ) throws(DatabaseError) -> SQLiteConnection {
        let connection = try open(
            path, .readWriteCreate, fileSystem: try walBatchingFileSystem(over: fileSystem))
        try connection.prepareForUse(busyMilliseconds)
        // Debian compiles SQLite with secure_delete, which overwrites deleted content with zeros
        // and logs those pages.
        try connection.execute("PRAGMA secure_delete = OFF")
        return connection
    }

    /// Switches the file to write-ahead logging, which its header records.
    ///
    /// WAL lets readers continue while a write commits. `synchronous=FULL` syncs the log with every
    /// commit, so an acknowledged write survives a power loss
    /// (sqlite.org/wal.html#performance_considerations).
    func enableWAL() throws(DatabaseError) {
        for _ in 1...10 {
            do throws(DatabaseError) {
                return try switchToWAL()
            } catch {
                guard error.kind == .busy else { throw error }
            }
            // The switch reads the file before it locks it, and fails at once if another program
            // locked it in between, probably for the same switch. BEGIN waits for that program.
            try execute("BEGIN IMMEDIATE; ROLLBACK")
        }
        try switchToWAL()
    }

    private func switchToWAL() throws(DatabaseError) {
        // Without shared memory, SQLite returns the old mode and no error.
        var mode = try prepare("PRAGMA journal_mode = WAL")
        let isLogged = try mode.withReset { statement throws(DatabaseError) in
            try step(&statement) && statement.string(at: 0) == "wal"
        }
        guard isLogged else {
            throw DatabaseError(code: 1, message: "its file system has no write-ahead log")
        }
        try execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA journal_size_limit = 67108864;
            """)
    }

    /// Opens a read-only connection to an existing file, with a page cache of `cacheKiB`.
    package static func openForReading(
        _ path: String, busyMilliseconds: Int, cacheKiB: Int = defaultCacheKiB,
        fileSystem: String? = nil
    ) throws(DatabaseError) -> SQLiteConnection {
        let connection = try open(path, .readOnly, fileSystem: fileSystem)
        try connection.prepareForUse(busyMilliseconds, cacheKiB: cacheKiB)
        return connection
    }

    /// Opens a writable connection with `query_only`; nil when the file is not writable.
    static func openQueryOnly(
        _ path: String, busyMilliseconds: Int
    ) throws(DatabaseError) -> SQLiteConnection? {
        let connection: SQLiteConnection
        do throws(DatabaseError) {
            connection = try open(path, .readWrite)
        } catch {
            guard error.kind == .readOnly else { throw error }
            return nil
        }
        try connection.prepareForUse(busyMilliseconds)
        try connection.disableCheckpointOnClose()
        try connection.execute("PRAGMA query_only = ON")
        return connection
    }

    /// The page cache in KiB of a connection that serves many requests.
    package static let defaultCacheKiB = 8_000

    private func prepareForUse(
        _ busyMilliseconds: Int, cacheKiB: Int = defaultCacheKiB
    ) throws(DatabaseError) {
        setBusyTimeout(milliseconds: busyMilliseconds)
        try execute(
            """
            PRAGMA foreign_keys = ON;
            PRAGMA cache_size = -\(cacheKiB);
            """)
    }
}

extension StorageSession {
    /// The local owner, of a server without accounts; created at the first start, and again after
    /// its account was removed and erased.
    ///
    /// It is read before anything is written. A server that takes over from one under load would
    /// have to wait for a moment without writes.
    package func localOwner() throws(DatabaseError) -> Owner {
        if let owner = try findLocalOwner() { return owner }
        let eraser = Eraser(self)
        while try isLocalOwnerLeaving() {
            // Owners are erased in order of key, and the local owner's is the lowest.
            if isInTransaction { try eraser.eraseStep() } else { try eraser.runStep() }
        }
        if let owner = try findLocalOwner() { return owner }
        var random = SystemRandomNumberGenerator()
        var add = try prepare("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (?1, ?2)")
        try add.bind(Owner.localKey, at: 1)
        try add.bind(text: Owner.makeEpoch(random.next()), at: 2)
        try run(&add)
        // Another process may have inserted the owner first.
        guard let owner = try findLocalOwner() else {
            throw add.corruption("an owner who is neither here nor leaving")
        }
        return owner
    }

    /// The local owner; nil before the first start and while it is being erased.
    func findLocalOwner() throws(DatabaseError) -> Owner? {
        var find = try prepare("SELECT epoch FROM owners WHERE owner = ?1 AND leaving = 0")
        try find.bind(Owner.localKey, at: 1)
        guard try step(&find) else { return nil }
        return Owner(key: Owner.localKey, epoch: try find.epoch(at: 0))
    }

    /// Whether the rows of the local owner's removed account are still being erased.
    func isLocalOwnerLeaving() throws(DatabaseError) -> Bool {
        try integer("SELECT 1 FROM owners WHERE owner = \(Owner.localKey) AND leaving = 1") != nil
    }
}
