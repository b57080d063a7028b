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
    private let location: FileLocation
    /// The second name.
    private let name: String

    /// Files that SQLite would read as part of the new database. After `emptyLog` they contain data
    /// only if the old database is damaged; they are kept with it.
    private static let logs = ["-wal", "-journal"]

    /// Replaces a database, if there is one, by a complete copy; returns the replaced one.
    ///
    /// The copy gets the owner and the mode of the old database, so that the server that used that
    /// one can use it, even if root restores. Other users may use neither of the two. The copy is
    /// synced first, so only renames can fail afterwards, and those are undone.
    static func replace(
        _ path: String, by copy: AtomicFile
    ) throws(CommandFailure) -> ReplacedDatabase? {
        let location = copy.location
        guard let old = location.status(of: location.name) else {
            try copy.sync()
            try copy.replace()
            return nil
        }
        guard old.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        try copy.setOwner(like: old)
        try copy.sync()
        for suffix in [""] + logs {
            let file = SharedFile(restricting: location.heldPath(of: location.name + suffix))
            if let file, file.isShared {
                Output.error("toodoo: \(location.path)\(suffix) can be used by other users")
            }
        }
        let replaced = try ReplacedDatabase(settingAside: location)
        do throws(CommandFailure) {
            try copy.replace()
        } catch {
            if !copy.isFinished { replaced.putBack() }
            throw error
        }
        return replaced
    }

    private init(settingAside location: FileLocation) throws(CommandFailure) {
        let first = location.name
        let milliseconds = Int(Clock.system.now() * 1_000)
        let name = "\(first).before-\(milliseconds)"
        self.location = location
        self.name = name
        path = location.path(of: name)
        var text = ByteWriter(capacity: 32)
        var timestamp = Timestamp()
        timestamp.append(milliseconds, to: &text)
        date = "\(String(copying: text).prefix { $0 != "." })Z"
        try onFile(path) { () throws(Errno) in try location.link(first, name) }
        do throws(Errno) {
            for log in Self.logs { try location.renameIfPresent(first + log, to: name + log) }
            try location.removeIfPresent(first + "-shm")
        } catch {
            putBack()
            throw .file(path, error)
        }
    }

    /// Undoes the renames; if that fails too, the second name stays.
    private func putBack() {
        do throws(Errno) {
            for log in Self.logs {
                try location.renameIfPresent(name + log, to: location.name + log)
            }
            try location.removeIfPresent(name)
        } catch {
            Output.error("toodoo: the former database is kept as \(path): \(error)")
        }
    }
}

extension FileLocation {
    fileprivate func renameIfPresent(_ name: String, to other: String) throws(Errno) {
        if status(of: name) != nil { try rename(name, to: other) }
    }

    fileprivate func removeIfPresent(_ name: String) throws(Errno) {
        if status(of: name) != nil { try remove(name) }
    }
}
