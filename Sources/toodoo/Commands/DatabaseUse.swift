import HTTPServer

/// A share in the lock beside a database, or all of it, for as long as this lives.
///
/// Servers and commands have shares, also several at once: at a restart the next server starts
/// before the last one is gone. A restore wants the lock for itself. It is not SQLite's lock, which
/// is held only while something is read or written.
final class DatabaseUse {
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
            fileExists(Self.lock(of: path)) ? try Self.take(database, exclusively: false) : nil
    }

    /// A share for whoever writes to a database and makes it when it is absent.
    init(makingFolderOf database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        path = resolved(database)
        descriptor = try Self.take(database, exclusively: false)
    }

    /// The whole lock, for whoever puts another file in the database's place.
    init(replacing database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        path = resolved(database)
        descriptor = try Self.take(database, exclusively: true)
    }

    deinit {
        end()
    }

    /// Keeps the share until here: the optimiser lets go of what is not used any more.
    func end() {
        if let descriptor { unlock(descriptor) }
        descriptor = nil
    }

    /// Does work while nobody else uses the database, and has its share again when that is done.
    ///
    /// The kernel gives up the one lock before it takes the other (flock(2)),
    /// so the work has to find out for itself how things stand when it begins.
    func alone<Value>(
        otherwise failure: CommandFailure, _ work: () throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        end()
        do throws(CommandFailure) {
            descriptor = try Self.take(path, exclusively: true)
        } catch .inUse {
            throw failure
        }
        let value = try work()
        end()
        descriptor = try Self.take(path, exclusively: false)
        return value
    }

    /// Throws unless there is something with that name that may be a database.
    static func requireFile(_ path: String) throws(CommandFailure) {
        guard fileExists(path) else { throw .noDatabase(path) }
        guard !isNoFile(path) else { throw .noFile(path) }
    }

    private static func lock(of path: String) -> String { path + ".lock" }

    private static func makeFolder(_ database: String) throws(CommandFailure) {
        do throws(Errno) {
            try toodoo.makeFolder(of: database)
        } catch {
            throw .folder(database, error)
        }
    }

    private static func take(
        _ database: String, exclusively: Bool
    ) throws(CommandFailure) -> Int32 {
        // Before anything is put beside it.
        guard !isNoFile(database) else { throw .noFile(database) }
        let lock = lock(of: resolved(database))
        let taken: Int32?
        do throws(Errno) {
            taken = try takeLock(lock, exclusively: exclusively)
        } catch {
            throw .lock(fileExists(lock) ? lock : database)
        }
        guard let taken else { throw exclusively ? .inUse(database) : .restoring(database) }
        return taken
    }
}
