import Glibc
import HTTPServer

/// A file that gets its name only when it is whole and on the disk; until
/// then it has another beside it.
///
///     copy.sqlite.toodoo-partial-4711   locked for as long as the process lives
///     copy.sqlite                       by a rename, when it is whole
///
/// Whoever gives it up leaves nothing behind. A process that is killed leaves the other name and no
/// lock, and the next one to make the same file takes that away. (A file without a name, by
/// O_TMPFILE, would need none of this; but SQLite opens what it copies into by its name.)
final class AtomicFile {
    /// Stands between the name and the number of the process: nobody else calls a file like this.
    private static let partialSuffix = ".toodoo-partial-"

    /// Where it is as long as it is not finished.
    let path: String
    private let target: String
    private let descriptor: Int32
    /// Whether it has its name.
    private(set) var isFinished = false

    /// What is written into it.
    var output: OutputFile { OutputFile(descriptor: descriptor) }

    /// Makes an empty file that only its user can read.
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

    /// Gives it its name; a file that has it already is left alone.
    func publish() throws(CommandFailure) {
        try sync()
        do throws(Errno) {
            try renameUnlessExists(path, to: target)
        } catch {
            throw error.code == EEXIST ? .exists(target) : .file(target, error)
        }
        try finish()
    }

    /// Gives it its name, in the place of the file that has it; it was synced before.
    func replace() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try checked { unsafe rename(path, target) } }
        try finish()
    }

    /// Puts what is in it on the disk.
    func sync() throws(CommandFailure) {
        try onFile(target) { () throws(Errno) in try checked { fsync(descriptor) } }
    }

    /// A name is on the disk when its folder is.
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
            // Between the two calls somebody else may have taken it for a leftover.
            if linkCount(of: descriptor) == 1 { return descriptor }
            close(descriptor)
        }
    }

    private static func linkCount(of descriptor: Int32) -> Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_nlink) : 0
    }

    /// Removes what killed processes have left of the same file. A lock tells, not the number in
    /// the name: that may belong to somebody else by now, or to a process in another container.
    private static func removeLeftovers(of target: String) throws(Errno) {
        let folder = folder(of: target)
        let name = target.split(separator: "/").last.map(String.init) ?? target
        for leftover in try names(in: folder) where isPartial(leftover, of: name) {
            let path = "\(folder)/\(leftover)"
            // To open a pipe would be to wait for somebody who writes into it.
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            let descriptor = unsafe open(path, flags)
            // Gone already, or not ours to read.
            guard descriptor >= 0 else { continue }
            if isOwnFile(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(descriptor)
        }
    }

    /// Whether it is a regular file of this user, as all are that are made here.
    private static func isOwnFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }

    private static func isPartial(_ leftover: String, of name: String) -> Bool {
        let prefix = name + partialSuffix
        return leftover.hasPrefix(prefix) && Count(String(leftover.dropFirst(prefix.count))) != nil
    }

    /// Removes the file, and what SQLite may have put beside it.
    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
}

/// The names of what is in a folder.
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
