import HTTPServer
import Items

/// The database that a restore replaces, kept under a second name.
struct ReplacedDatabase {
    /// The second name.
    let path: String
    private let first: String

    /// Files that SQLite would read as part of the new database. After `emptyLog` they contain data
    /// only if the old database is damaged; they are kept with it.
    private static let logs = ["-wal", "-journal"]

    /// Replaces a database, if there is one, by a complete copy; returns the replaced one.
    ///
    /// The copy is synced first, so only renames can fail afterwards, and those are undone.
    static func replace(
        _ path: String, by copy: AtomicFile
    ) throws(CommandFailure) -> ReplacedDatabase? {
        try copy.sync()
        guard fileExists(path) else {
            try copy.replace()
            return nil
        }
        let replaced = try ReplacedDatabase(settingAside: path)
        do throws(CommandFailure) {
            try copy.replace()
        } catch {
            if !copy.isFinished { replaced.putBack() }
            throw error
        }
        return replaced
    }

    private init(settingAside first: String) throws(CommandFailure) {
        let path = "\(first).before-\(Int(Clock.system.now() * 1_000))"
        self.first = first
        self.path = path
        try onFile(path) { () throws(Errno) in try hardLink(first, path) }
        do throws(Errno) {
            for log in Self.logs { try renameIfPresent(first + log, to: path + log) }
            try removeIfPresent(first + "-shm")
        } catch {
            putBack()
            throw .file(path, error)
        }
    }

    /// Undoes the renames; if that fails too, the second name stays.
    private func putBack() {
        do throws(Errno) {
            for log in Self.logs { try renameIfPresent(path + log, to: first + log) }
            try removeIfPresent(path)
        } catch {
            Output.error("toodoo: the former database is kept as \(path): \(error)")
        }
    }
}
