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
    private let target: String
    private let descriptor: Int32
    /// Whether it has its final name.
    private(set) var isFinished = false

    /// The output to the file.
    var output: OutputFile { OutputFile(descriptor: descriptor) }

    /// Creates an empty file that only its user can read.
    init(_ target: String) throws(CommandFailure) {
        let path = "\(target)\(Self.partialSuffix)\(processID())"
        self.target = target
        self.path = path
        descriptor = try onFile(path) { () throws(Errno) in
            try Self.removeLeftovers(of: target)
            return try Self.make(path)
        }
    }

    deinit {
        if !isFinished { Self.remove(path) }
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
        try onFile(target) { () throws(Errno) in try checked { unsafe rename(path, target) } }
        try finish()
    }

    /// Syncs the content.
    func sync() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try checked { fsync(descriptor) } }
    }

    /// Syncs the folder, which makes the rename durable.
    private func finish() throws(CommandFailure) {
        isFinished = true
        try onFile(target) { () throws(Errno) in
            let descriptor = try checked {
                unsafe open(folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
            defer { close(descriptor) }
            try checked { fsync(descriptor) }
        }
    }

    private static func make(_ path: String) throws(Errno) -> Int32 {
        while true {
            let descriptor = try checked {
                unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
            do throws(Errno) {
                try checked { flock(descriptor, LOCK_EX) }
            } catch {
                remove(path)
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
        let folder = folder(of: target)
        let name = target.split(separator: "/").last.map(String.init) ?? target
        for leftover in try names(in: folder) where isPartial(leftover, of: name) {
            let path = "\(folder)/\(leftover)"
            // O_NONBLOCK: opening a pipe would wait for a writer.
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let descriptor = unsafe open(path, flags)
            // Removed meanwhile, or not readable for this user.
            guard descriptor >= 0 else { continue }
            if isOwnFile(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
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
    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
}

/// The names of a folder's entries.
private func names(in folder: String) throws(Errno) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw Errno.last }
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
