package import Items
package import SQLite

extension Connection {
    /// The connection that writes: the file is made when it is absent.
    ///
    /// One that is there stays as it is, for it may be a stranger's; see `enableWAL()`.
    package static func openForWriting(
        _ path: String, busyMilliseconds: Int, fileSystem: String? = nil
    ) throws(DatabaseError) -> Connection {
        let connection = try open(
            path, .readWriteCreate, fileSystem: try walBatchingFileSystem(over: fileSystem))
        try connection.prepareForUse(busyMilliseconds)
        // Debian compiles SQLite to write zeros over all that is deleted,
        // and to log the pages of it.
        try connection.execute("PRAGMA secure_delete = OFF")
        return connection
    }

    /// Writes ahead into a log from now on, which the file remembers.
    ///
    /// WAL lets readers go on while a write commits. `synchronous=FULL`
    /// syncs the log with every commit, so that what was answered survives a
    /// power cut (sqlite.org/wal.html#performance_considerations).
    func enableWAL() throws(DatabaseError) {
        // Where memory cannot be shared, SQLite answers with the old mode and no error.
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

    /// A connection that only reads a file that is there already, and keeps
    /// so many KiB of its pages.
    package static func openForReading(
        _ path: String, busyMilliseconds: Int, cacheKiB: Int = defaultCacheKiB,
        fileSystem: String? = nil
    ) throws(DatabaseError) -> Connection {
        let connection = try open(path, .readOnly, fileSystem: fileSystem)
        try connection.prepareForUse(busyMilliseconds, cacheKiB: cacheKiB)
        return connection
    }

    /// A connection that could write to a file that is there already, and does not; nil where it
    /// could not.
    static func openQueryOnly(
        _ path: String, busyMilliseconds: Int
    ) throws(DatabaseError) -> Connection? {
        let connection: Connection
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

    /// So many KiB of pages a connection keeps that many requests use.
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
    /// The owner of a server without accounts, made when this is the first start, and anew when its
    /// account was removed: what is left of the former is erased first.
    ///
    /// It is looked for before anything is written: a server that takes over from one under load
    /// would wait for a moment without a write, and there may be none.
    package func localOwner() throws(DatabaseError) -> Owner {
        if let owner = try findLocalOwner() { return owner }
        let eraser = Eraser(self)
        while try isLocalOwnerLeaving() {
            // Nobody leaves before the local owner does, whose key is the lowest.
            if isInTransaction { try eraser.eraseStep() } else { try eraser.runStep() }
        }
        if let owner = try findLocalOwner() { return owner }
        var random = SystemRandomNumberGenerator()
        var add = try prepare("INSERT OR IGNORE INTO owners (owner, epoch) VALUES (?1, ?2)")
        try add.bind(Owner.localKey, at: 1)
        try add.bind(text: Owner.makeEpoch(random.next()), at: 2)
        try run(&add)
        // Another process may have been quicker.
        guard let owner = try findLocalOwner() else {
            throw add.corruption("an owner who is neither here nor leaving")
        }
        return owner
    }

    /// The owner of a server without accounts; nil before the first start,
    /// and while it is being erased.
    func findLocalOwner() throws(DatabaseError) -> Owner? {
        var find = try prepare("SELECT epoch FROM owners WHERE owner = ?1 AND leaving = 0")
        try find.bind(Owner.localKey, at: 1)
        guard try step(&find) else { return nil }
        return Owner(key: Owner.localKey, epoch: try find.epoch(at: 0))
    }

    /// Whether what the local owner's former account left behind is still being erased.
    func isLocalOwnerLeaving() throws(DatabaseError) -> Bool {
        try integer("SELECT 1 FROM owners WHERE owner = \(Owner.localKey) AND leaving = 1") != nil
    }
}
