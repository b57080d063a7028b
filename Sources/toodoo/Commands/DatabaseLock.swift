import HTTPServer

/// A share in the lock beside a database, or all of it, for as long as this lives.
///
/// Servers and commands have shares, also several at once: at a restart the next server starts
/// before the last one is gone. A restore wants the lock for itself. It is not SQLite's lock, which
/// is held only while something is read or written.
final class DatabaseLock {
    /// The database's path without symbolic links.
    let path: String
    private var descriptor: Int32?

    /// A share for a command that reads a database, which must be there.
    ///
    /// No lock is made for it: who looks at a backup leaves nothing beside it.
    init(of database: String) throws(CommandFailure) {
        try Self.requireFile(database)
        path = resolved(database)
        descriptor =
            fileExists(Self.lockPath(of: path))
            ? try Self.acquire(database, exclusively: false) : nil
    }

    /// A share for whoever writes to a database and makes it when it is absent.
    init(makingFolderOf database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        path = resolved(database)
        descriptor = try Self.acquire(database, exclusively: false)
    }

    /// The whole lock, for whoever puts another file in the database's place.
    init(replacing database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        path = resolved(database)
        descriptor = try Self.acquire(database, exclusively: true)
    }

    deinit {
        release()
    }

    /// Keeps the share until here: the optimiser lets go of what is not used any more.
    func release() {
        if let descriptor { unlock(descriptor) }
        descriptor = nil
    }

    /// Does work while nobody else uses the database, and has its share again when that is done.
    ///
    /// The kernel gives up the one lock before it takes the other (flock(2)),
    /// so the work has to find out for itself how things stand when it begins.
    func exclusively<Value>(
        otherwise failure: CommandFailure, _ work: () throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        release()
        do throws(CommandFailure) {
            descriptor = try Self.acquire(path, exclusively: true)
        } catch .inUse {
            throw failure
        }
        let value = try work()
        release()
        descriptor = try Self.acquire(path, exclusively: false)
        return value
    }

    /// Throws unless there is something with that name that may be a database.
    static func requireFile(_ path: String) throws(CommandFailure) {
        guard fileExists(path) else { throw .noDatabase(path) }
        guard !isNotRegularFile(path) else { throw .notAFile(path) }
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
        _ database: String, exclusively: Bool
    ) throws(CommandFailure) -> Int32 {
        // Before anything is put beside it.
        guard !isNotRegularFile(database) else { throw .notAFile(database) }
        let file = lockPath(of: resolved(database))
        let taken: Int32?
        do throws(Errno) {
            taken = try acquireLock(file, exclusively: exclusively)
        } catch {
            throw .lock(fileExists(file) ? file : database)
        }
        guard let taken else { throw exclusively ? .inUse(database) : .restoring(database) }
        return taken
    }
}
