import Glibc
import HTTPServer

/// A file that gets its name only when it is complete and synced; until then it has a temporary
/// name beside it.
///
///     copy.sqlite.toodoo-partial-4711   locked while the process lives
///     copy.sqlite                       after a rename, when it is complete
///
/// An abandoned file is removed. A killed process leaves the temporary file without a lock, and the
/// next process that makes the same file removes it. (A file without a name, by O_TMPFILE, would
/// need none of this; but SQLite opens the file it copies into by name.)
final class AtomicFile {
    /// Stands between the name and the process ID; no other program uses it.
    private static let partialSuffix = ".toodoo-partial-"

    /// The temporary path, for SQLite.
    var path: String { location.heldPath(of: partialName) }
    /// Where the file will be.
    let location: FileLocation
    /// The name that messages have for it.
    private let target: String
    private let partialName: String
    /// The open file.
    let descriptor: Int32
    /// The rights with which it is made, renamed and removed.
    private let credentials: Credentials
    /// Whether it has its final name.
    private(set) var isFinished = false

    /// The output to the file.
    var output: OutputFile { OutputFile(descriptor: descriptor) }

    /// Creates an empty file that only its user can read, with the rights of the user who named
    /// it; or as the user of the database that the process works on, in a folder of that user.
    convenience init(_ target: String) throws(CommandFailure) {
        let location = try Self.location(target)
        try self.init(
            target, at: location,
            as: location.credentials == .current ? location.credentials : .initial)
    }

    /// Creates an empty file that is to be a database, with the rights that those have in its
    /// folder.
    convenience init(database target: String) throws(CommandFailure) {
        let location = try Self.location(target)
        try self.init(target, at: location, as: location.credentials)
    }

    /// The same where the folder of the database is open.
    convenience init(database location: FileLocation) throws(CommandFailure) {
        try self.init(location.path, at: location, as: location.credentials)
    }

    private init(
        _ target: String, at location: FileLocation, as credentials: Credentials
    ) throws(CommandFailure) {
        let name = "\(location.name)\(Self.partialSuffix)\(processID())"
        self.target = target
        self.location = location
        self.credentials = credentials
        partialName = name
        descriptor = try onFile(target) { () throws(Errno) in
            try acting(as: credentials) { () throws(Errno) in
                try Self.removeLeftovers(of: location)
                return try Self.make(name, in: location)
            }
        }
    }

    deinit {
        if !isFinished {
            acting(as: credentials) { Self.remove(partialName, in: location) }
        }
        close(descriptor)
    }

    private static func location(_ target: String) throws(CommandFailure) -> FileLocation {
        do throws(CommandFailure) {
            return try FileLocation(target)
        } catch {
            if case .file(_, let errno) = error, errno.code == ENOENT { throw .noFolder(target) }
            throw error
        }
    }

    /// Gives the file its name; fails if another file has it.
    func publish() throws(CommandFailure) {
        try sync()
        try finish { () throws(CommandFailure) in
            do throws(Errno) {
                try location.renameUnlessExists(partialName, to: location.name)
            } catch {
                throw error.code == EEXIST ? .exists(target) : .file(target, error)
            }
        }
    }

    /// Gives the file its name and replaces the file that has it; to be synced before.
    func replace() throws(CommandFailure) {
        try finish { () throws(CommandFailure) in
            try onFile(target) { () throws(Errno) in
                try location.rename(partialName, to: location.name)
            }
        }
    }

    /// Syncs the content.
    func sync() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try checked { fsync(descriptor) } }
    }

    /// Gives the file the mode of another one, for its user and its group, and the same group and
    /// user. In a folder of another user it stays that user's.
    func setOwner(like other: stat) throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in
            var status = stat()
            try checked { unsafe fstat(descriptor, &status) }
            let user = credentials == .initial ? other.st_uid : status.st_uid
            // Without the call where nothing changes: some file systems have no owners.
            if status.st_uid != user || status.st_gid != other.st_gid {
                // The user of the folder need not be in the group.
                try acting(as: .initial) { () throws(Errno) in
                    try checked { fchown(descriptor, user, other.st_gid) }
                }
            }
            try checked { fchmod(descriptor, other.st_mode & 0o770) }
        }
    }

    /// Throws unless the temporary name is still this file's: another user of the folder may have
    /// exchanged it, and SQLite opened the file by its name.
    private func requireOwnContent() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in
            var own = stat()
            try checked { unsafe fstat(descriptor, &own) }
            guard let named = location.status(of: partialName), named.st_ino == own.st_ino,
                named.st_dev == own.st_dev
            else { throw Errno(code: ENOENT) }
        }
    }

    /// Renames the file and syncs the folder, which makes the rename durable.
    private func finish(_ rename: () throws(CommandFailure) -> Void) throws(CommandFailure) {
        try acting(as: credentials) { () throws(CommandFailure) in
            try requireOwnContent()
            try rename()
            isFinished = true
            try onFile(target) { () throws(Errno) in
                let descriptor = try location.openFolder()
                defer { close(descriptor) }
                try checked { fsync(descriptor) }
            }
        }
    }

    private static func make(_ name: String, in location: FileLocation) throws(Errno) -> Int32 {
        while true {
            let descriptor = try location.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            do throws(Errno) {
                try checked { flock(descriptor, LOCK_EX) }
            } catch {
                remove(name, in: location)
                close(descriptor)
                throw error
            }
            // Between open and flock, another process may have removed it as a leftover.
            if linkCount(of: descriptor) == 1 { return descriptor }
            close(descriptor)
        }
    }

    private static func linkCount(of descriptor: Int32) -> Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_nlink) : 0
    }

    /// Removes temporary files of killed processes for the same target. The lock decides, not the
    /// process ID in the name, which may be reused or belong to another container.
    private static func removeLeftovers(of location: FileLocation) throws(Errno) {
        for leftover in try names(in: location) where isPartial(leftover, of: location.name) {
            // O_NONBLOCK: opening a pipe would wait for a writer.
            // Removed meanwhile, a link, or not readable for this user.
            guard let descriptor = try? location.open(leftover, O_RDONLY | O_NONBLOCK) else {
                continue
            }
            if isOwnFile(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                remove(leftover, in: location)
            }
            close(descriptor)
        }
    }

    /// Whether it is a regular file of this user, as all temporary files are.
    private static func isOwnFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }

    private static func isPartial(_ leftover: String, of name: String) -> Bool {
        let prefix = name + partialSuffix
        return leftover.hasPrefix(prefix) && Count(String(leftover.dropFirst(prefix.count))) != nil
    }

    /// Removes the file and those that SQLite may have created beside it.
    private static func remove(_ name: String, in location: FileLocation) {
        for suffix in ["", "-journal", "-wal", "-shm"] { try? location.remove(name + suffix) }
    }
}

/// The names of the entries of a file's folder.
private func names(in location: FileLocation) throws(Errno) -> [String] {
    try names(inFolder: location.openFolder())
}

/// The names of the entries of a folder.
func names(inFolder path: String) throws(Errno) -> [String] {
    try names(
        inFolder: checked { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
}

/// The names of the entries of an open folder, which is closed.
private func names(inFolder descriptor: Int32) throws(Errno) -> [String] {
    guard let stream = unsafe fdopendir(descriptor) else {
        let error = Errno.last
        close(descriptor)
        throw error
    }
    // This closes the descriptor, too.
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        names.append(name)
    }
    return names
}
