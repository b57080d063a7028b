import Glibc
import HTTP
import HTTPServer
import Items

/// The database that a restore replaces, kept under a second name.
struct ReplacedDatabase {
    /// The path with the second name.
    let path: String
    /// The time of the replacement, to the second: the number in the second name.
    let date: String
    private let database: String

    /// Files that SQLite would read as part of the new database. After `emptyLog` they contain data
    /// only if the old database is damaged; they are kept with it.
    private static let logs = ["-wal", "-journal"]

    /// Replaces a database, if there is one, by a complete copy; returns the replaced one.
    ///
    /// The copy gets the group and the mode of the old database, so that the same server can use
    /// it. Other users may use neither of the two. The copy is synced first, so only renames can
    /// fail afterwards, and those are undone.
    static func replace(
        _ path: String, by copy: AtomicFile
    ) throws(CommandFailure) -> ReplacedDatabase? {
        guard isTaken(path) else {
            try copy.sync()
            try copy.replace()
            return nil
        }
        try copy.setOwner(like: path)
        try copy.sync()
        for suffix in [""] + logs {
            let file = SharedFile(restricting: path + suffix)
            if let file, file.isShared {
                Output.error("toodoo: \(path)\(suffix) can be used by other users")
            }
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

    private init(settingAside database: String) throws(CommandFailure) {
        let milliseconds = Int(Clock.system.now() * 1_000)
        self.database = database
        path = "\(database).before-\(milliseconds)"
        date = Timestamp.text(ofSecond: milliseconds / 1_000)
        try onFile(path) { () throws(Errno) in try link(database, to: path) }
        do throws(Errno) {
            for log in Self.logs { try renameIfPresent(database + log, to: path + log) }
            try removeIfPresent(database + "-shm")
        } catch {
            putBack()
            throw .file(path, error)
        }
    }

    /// Undoes the renames; if that fails too, the second name stays.
    private func putBack() {
        do throws(Errno) {
            for log in Self.logs { try renameIfPresent(path + log, to: database + log) }
            try removeIfPresent(path)
        } catch {
            Output.error("toodoo: the former database is kept as \(path): \(error)")
        }
    }
}

private func renameIfPresent(_ path: String, to other: String) throws(Errno) {
    if isTaken(path) { try rename(path, to: other) }
}

private func removeIfPresent(_ path: String) throws(Errno) {
    if isTaken(path) { try removeFile(path) }
}
