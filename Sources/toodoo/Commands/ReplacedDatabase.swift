import HTTPServer
import Items

/// The database that a restore replaces, under a second name from just before that on.
struct ReplacedDatabase {
    /// Its second name.
    let path: String
    private let first: String

    /// What SQLite would take for a part of whatever has the first name. Only of a database that is
    /// damaged is there anything in them; they go along then.
    private static let logs = ["-wal", "-journal"]

    /// Puts a whole copy in the place of a database, if there is one, and returns that.
    ///
    /// When the copy's bytes are on the disk, all that can still fail are names, which go back.
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

    /// Has all be as it was, unless not even that can be done; the second name stays then.
    private func putBack() {
        do throws(Errno) {
            for log in Self.logs { try renameIfPresent(path + log, to: first + log) }
            try removeIfPresent(path)
        } catch {
            Output.error("toodoo: \(path) is the database that was there: \(error)")
        }
    }
}
