import HTTPServer

/// A shared or exclusive lock on a file beside the database, held for the lifetime of this object.
///
/// Servers and commands take shares, several at once: at a restart the next server starts before
/// the last one has ended. A restore takes the whole lock. It is not SQLite's lock, which is held
/// only during reads and writes.
final class DatabaseLock {
    /// The database's path without symbolic links.
    let path: String
    private var descriptor: Int32?

    /// A share for a command that reads a database, which must exist.
    ///
    /// It creates no lock file: reading a backup leaves no file beside it. Only `safely` are links
    /// of other users refused.
    init(of database: String, safely: Bool = false) throws(CommandFailure) {
        try Self.requireFile(database)
        path = safely ? try Self.safePath(database) : resolved(database)
        descriptor =
            isTaken(Self.lockPath(of: path))
            ? try Self.acquire(database, path, exclusively: false) : nil
    }

    /// A share for a server or command that writes, and creates the database if it is absent.
    init(makingFolderOf database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        path = resolved(database)
        descriptor = try Self.acquire(database, path, exclusively: false)
        makeFileForFolderOwner(path)
    }

    /// The whole lock, for a command that replaces the database; links of other users are refused.
    init(replacing database: String) throws(CommandFailure) {
        path = try Self.safePath(database, makingFolders: true)
        descriptor = try Self.acquire(database, path, exclusively: true)
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

    /// Throws unless the path exists and is a regular file.
    static func requireFile(_ path: String) throws(CommandFailure) {
        guard fileExists(path) else { throw .noDatabase(path) }
        guard !isNotRegularFile(path) else { throw .notAFile(path) }
    }

    /// The path without links of a file that can be read as a database; refuses links of other
    /// users, and files beside it that are not regular.
    static func safePath(
        _ path: String, makingFolders: Bool = false
    ) throws(CommandFailure) -> String {
        let location = try FileLocation(path, makingFolders: makingFolders)
        try location.requireRegularFiles(suffixes: ["", "-wal", "-shm", "-journal"])
        return location.path
    }

    private static func lockPath(of path: String) -> String { path + ".lock" }

    private static func makeFolder(_ database: String) throws(CommandFailure) {
        do throws(Errno) {
            try toodoo.makeFolder(of: database)
        } catch {
            throw .folder(database, error)
        }
    }

    private static func acquire(
        _ database: String, _ path: String, exclusively: Bool
    ) throws(CommandFailure) -> Int32 {
        // Before a lock file is created.
        guard !isNotRegularFile(path) else { throw .notAFile(database) }
        let file = lockPath(of: path)
        let taken: Int32?
        do throws(Errno) {
            taken = try acquireLock(file, exclusively: exclusively)
        } catch {
            throw .lock(isTaken(file) ? file : database)
        }
        guard let taken else { throw exclusively ? .inUse(database) : .restoring(database) }
        return taken
    }
}
