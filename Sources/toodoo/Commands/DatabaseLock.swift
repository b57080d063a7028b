import HTTPServer

/// A shared or exclusive lock on a file beside the database, held for the lifetime of this object.
///
/// Servers and commands take shares, several at once: at a restart the next server starts before
/// the last one has ended. A restore takes the whole lock. It is not SQLite's lock, which is held
/// only during reads and writes.
final class DatabaseLock {
    /// The path for SQLite.
    let path: String
    /// Where the database is.
    let location: FileLocation
    private var descriptor: Int32?

    /// A share for a command that reads a database, which must exist.
    ///
    /// It creates no lock file: reading a backup leaves no file beside it. As all commands do, it
    /// takes the rights of the folder's owner, for the rest of the process.
    init(of database: String) throws(CommandFailure) {
        location = try Self.existing(database)
        path = location.heldPath(of: location.name)
        location.credentials.assume()
        try location.requireReadable()
        descriptor =
            location.status(of: Self.lockName(in: location)) == nil
            ? nil : try Self.acquire(database, location, exclusively: false)
    }

    /// A share for a command that writes, and creates the database if it is absent.
    convenience init(writing database: String) throws(CommandFailure) {
        try self.init(making: database, exclusively: false)
    }

    /// The whole lock, for a command that replaces the database.
    convenience init(replacing database: String) throws(CommandFailure) {
        try self.init(making: database, exclusively: true)
    }

    private init(making database: String, exclusively: Bool) throws(CommandFailure) {
        location = try FileLocation(database, makingFolders: true)
        path = location.heldPath(of: location.name)
        try location.requireRegularFiles(suffixes: Self.suffixes)
        location.credentials.assume()
        try location.requireReadable()
        descriptor = try Self.acquire(database, location, exclusively: exclusively)
    }

    /// A share for a server, which follows all links, and opens files in its folder later on. It
    /// keeps its rights.
    init(serving database: String) throws(CommandFailure) {
        try Self.makeFolder(database)
        do throws(CommandFailure) {
            location = try FileLocation(resolved(database))
        } catch .file {
            throw .lock(database)
        }
        path = location.path
        try location.requireRegularFiles(suffixes: Self.suffixes)
        descriptor = try Self.acquire(database, location, exclusively: false)
        location.makeFileForFolderOwner()
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
            descriptor = try Self.acquire(location.path, location, exclusively: true)
        } catch .inUse {
            throw failure
        }
        let value = try work()
        release()
        descriptor = try Self.acquire(location.path, location, exclusively: false)
        return value
    }

    /// Where a file is that can be read as a database; refuses links of other users, and files
    /// beside it that are not regular.
    static func existing(_ path: String) throws(CommandFailure) -> FileLocation {
        guard fileExists(path) else { throw .noDatabase(path) }
        guard !isNotRegularFile(path) else { throw .notAFile(path) }
        let location = try FileLocation(path)
        try location.requireRegularFiles(suffixes: suffixes)
        return location
    }

    /// The database and what SQLite puts beside it.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    private static func lockName(in location: FileLocation) -> String { location.name + ".lock" }

    private static func makeFolder(_ database: String) throws(CommandFailure) {
        do throws(Errno) {
            try toodoo.makeFolder(of: database)
        } catch {
            throw .folder(database, error)
        }
    }

    private static func acquire(
        _ database: String, _ location: FileLocation, exclusively: Bool
    ) throws(CommandFailure) -> Int32 {
        let name = lockName(in: location)
        let taken: Int32?
        do throws(Errno) {
            taken = try location.acquireLock(name, exclusively: exclusively)
        } catch {
            throw .lock(location.status(of: name) == nil ? database : location.path(of: name))
        }
        guard let taken else { throw exclusively ? .inUse(database) : .restoring(database) }
        return taken
    }
}
