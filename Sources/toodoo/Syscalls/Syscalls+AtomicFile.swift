import CLinux
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

    /// The temporary path.
    let path: String
    /// Where the file will be.
    private let target: String
    private let descriptor: Int32
    /// Whether it has its final name.
    private(set) var isFinished = false

    var output: OutputFile { OutputFile(descriptor: descriptor) }

    /// Creates an empty file that only its user can read, for a name that is free.
    convenience init(_ target: String) throws(CommandFailure) {
        try requireRootControl(of: target)
        guard !("/" + target).hasSuffix("/") else { throw .notAFile(target) }
        guard !isTaken(target) else { throw .exists(target) }
        try self.init(replacing: target)
    }

    /// The same for a name that another file may have.
    init(replacing target: String) throws(CommandFailure) {
        self.target = target
        path = "\(target)\(Self.partialSuffix)\(processID())"
        do throws(Errno) {
            try Self.removeLeftovers(of: target)
            descriptor = try Self.make(path)
        } catch {
            throw error.code == ENOENT ? .noFolder(target) : .file(target, error)
        }
    }

    deinit {
        if !isFinished { Self.removeAll(path) }
        close(descriptor)
    }

    /// Gives the file its name; fails if another file has it.
    func publish() throws(CommandFailure) {
        try sync()
        do throws(Errno) {
            try renameUnlessExists(path, to: target)
        } catch {
            throw error.code == EEXIST ? .exists(target) : .file(target, error)
        }
        try finish()
    }

    /// Gives the file its name and replaces the file that has it; to be synced before.
    func replace() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try rename(path, to: target) }
        try finish()
    }

    /// Syncs the content.
    func sync() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try checked { fsync(descriptor) } }
    }

    /// Gives the file the mode of another one, for its user and its group, and the same group and
    /// user.
    func setOwner(like other: String) throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in
            var (own, wanted) = (stat(), stat())
            try checked { unsafe fstat(descriptor, &own) }
            try checked { unsafe lstat(other, &wanted) }
            // Without the call where nothing changes: some file systems have no owners.
            if own.st_uid != wanted.st_uid || own.st_gid != wanted.st_gid {
                try checked { fchown(descriptor, wanted.st_uid, wanted.st_gid) }
            }
            try checked { fchmod(descriptor, wanted.st_mode & 0o770) }
        }
    }

    /// Syncs the folder, which makes the rename durable.
    private func finish() throws(CommandFailure) {
        isFinished = true
        try onFile(target) { () throws(Errno) in
            let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
            let descriptor = try checked { unsafe open(folder(of: target), flags) }
            defer { close(descriptor) }
            try checked { fsync(descriptor) }
        }
    }

    private static func make(_ path: String) throws(Errno) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        while true {
            let descriptor = try checked { unsafe open(path, flags, 0o600) }
            do throws(Errno) {
                try checked { flock(descriptor, LOCK_EX) }
            } catch {
                removeAll(path)
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
    private static func removeLeftovers(of target: String) throws(Errno) {
        guard let prefix = target.split(separator: "/").last.map({ $0 + partialSuffix })
        else { return }
        let place = folder(of: target)
        for name in try names(inFolder: place) where isPartial(name, prefix) {
            // O_NONBLOCK: opening a pipe would wait for a writer.
            let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
            let leftover = "\(place)/\(name)"
            // Removed meanwhile, a link, or not readable for this user.
            guard let descriptor = try? checked({ unsafe open(leftover, flags) }) else { continue }
            if isOwnFile(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                removeAll(leftover)
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

    private static func isPartial(_ name: String, _ prefix: Substring) -> Bool {
        name.hasPrefix(prefix) && Count(String(name.dropFirst(prefix.count))) != nil
    }

    /// Removes the file and those that SQLite may have created beside it.
    private static func removeAll(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { try? removeFile(path + suffix) }
    }
}

/// Gives a file a second name, which must be free.
func link(_ path: String, to other: String) throws(Errno) {
    try checked { unsafe Glibc.link(path, other) }
}

/// Renames a file; it replaces the one that has the other name.
func rename(_ path: String, to other: String) throws(Errno) {
    try checked { unsafe Glibc.rename(path, other) }
}

func removeFile(_ path: String) throws(Errno) {
    try checked { unsafe unlink(path) }
}

/// Renames a file; the new name must be free.
///
/// Some file systems, such as FAT and SMB, have no hard links, and some do not support
/// RENAME_NOREPLACE; hardly any lacks both.
private func renameUnlessExists(_ path: String, to other: String) throws(Errno) {
    do throws(Errno) {
        try checked {
            unsafe renameat2(AT_FDCWD, path, AT_FDCWD, other, UInt32(RENAME_NOREPLACE))
        }
    } catch {
        guard error.code == EINVAL || error.code == ENOSYS else { throw error }
        try link(path, to: other)
        try removeFile(path)
    }
}

/// The names of the entries of a folder.
func names(inFolder path: String) throws(Errno) -> [String] {
    guard let stream = unsafe opendir(path) else { throw Errno.last }
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
