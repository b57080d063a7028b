import HTTPServer

/// A shared or exclusive lock on a file beside the database, held for the lifetime of this object.
///
/// Servers and commands take shares, several at once: at a restart the next server starts before
/// the last one has ended. A restore takes the whole lock. It is not SQLite's lock, which is held
/// only during reads and writes.
final class DatabaseLock {
    /// The path of the database, without symbolic links.
    let path: String
    private var descriptor: Int32?

    /// A share for a command that reads a database, which must exist.
    ///
    /// It creates no lock file: reading a backup leaves no file beside it.
    init(of database: String) throws(CommandFailure) {
        path = try Self.existing(database)
        descriptor =
            isTaken(path + ".lock") ? try Self.acquire(path, database, exclusively: false) : nil
    }

    /// A share for a server, or a command that writes; creates the folder of the database.
    convenience init(writing database: String) throws(CommandFailure) {
        try self.init(making: database, exclusively: false)
    }

    /// The whole lock, for a command that replaces the database.
    convenience init(replacing database: String) throws(CommandFailure) {
        try self.init(making: database, exclusively: true)
    }

    private init(making database: String, exclusively: Bool) throws(CommandFailure) {
        try Self.requireRootControl(of: database)
        do throws(Errno) {
            try makeFolder(of: database)
        } catch {
            throw .folder(database, error)
        }
        path = try Self.regular(database)
        descriptor = try Self.acquire(path, database, exclusively: exclusively)
    }

    deinit {
        release()
    }

    /// Releases the lock. An explicit call keeps the object alive until then; the optimiser may
    /// otherwise release it after its last use.
    func release() {
        if let descriptor { unlock(descriptor) }
        descriptor = nil
    }

    /// Runs work under the whole lock and then takes a share again.
    ///
    /// The kernel releases the old lock before it takes the new one (flock(2)), so the work must
    /// check the state of the database itself.
    func exclusively<Value>(
        otherwise failure: CommandFailure, _ work: () throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        release()
        do throws(CommandFailure) {
            descriptor = try Self.acquire(path, path, exclusively: true)
        } catch .inUse {
            throw failure
        }
        let value = try work()
        release()
        descriptor = try Self.acquire(path, path, exclusively: false)
        return value
    }

    /// The path without symbolic links of a file that can be read as a database.
    static func existing(_ database: String) throws(CommandFailure) -> String {
        try requireRootControl(of: database)
        guard fileExists(database) else { throw .noDatabase(database) }
        return try regular(database)
    }

    /// The files that SQLite puts beside a database, and the database.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Refuses as root a database that another user controls.
    static func requireRootControl(of database: String) throws(CommandFailure) {
        try toodoo.requireRootControl(of: database, suffixes: suffixes + [".lock"])
    }

    /// The path without symbolic links. Throws if a file of the database is there and not regular:
    /// opening a pipe would block, and a link leads to another file.
    private static func regular(_ database: String) throws(CommandFailure) -> String {
        let path = resolved(database)
        for suffix in suffixes where isTaken(path + suffix) && kindOfFile(path + suffix) != .regular
        {
            throw .notAFile(suffix.isEmpty ? database : path + suffix)
        }
        return path
    }

    private static func acquire(
        _ path: String, _ database: String, exclusively: Bool
    ) throws(CommandFailure) -> Int32 {
        let taken: Int32?
        do throws(Errno) {
            taken = try acquireLock(path + ".lock", exclusively: exclusively)
        } catch {
            throw .lock(isTaken(path + ".lock") ? path + ".lock" : database)
        }
        guard let taken else { throw exclusively ? .inUse(database) : .restoring(database) }
        return taken
    }
}
