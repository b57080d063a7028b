import CLinux
import Glibc
import HTTPServer

// Files as commands read, write and name them; the unsafe pointers of C end here.

/// A file, or standard input, that is read from its beginning to its end.
final class InputFile {
    private let descriptor: Int32

    /// Opens the file; `-` is standard input.
    init(_ path: String) throws(Errno) {
        descriptor =
            path == "-"
            ? STDIN_FILENO
            : try checked { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes, at most so many; none at the end.
    func read(_ limit: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try checked { unsafe Glibc.read(descriptor, &bytes, limit) }
        bytes.removeLast(limit - count)
        return bytes
    }
}

/// Where bytes are written one after the other.
struct OutputFile {
    let descriptor: Int32

    /// Standard output.
    static let standard = OutputFile(descriptor: STDOUT_FILENO)

    /// Writes all of it, however many calls that takes.
    func write(_ bytes: Span<UInt8>) throws(Errno) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try checked {
                unsafe rest.withUnsafeBytes {
                    unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
            }
            rest = rest.extracting(count...)
        }
    }
}

/// Gives a file a second name, which must be free.
func hardLink(_ path: String, _ other: String) throws(Errno) {
    try checked { unsafe link(path, other) }
}

/// Gives a file another name, which must be free.
///
/// Some file systems, such as those of memory cards and of Windows' shares, have no second names,
/// and some know of no rename that refuses a name that is taken: hardly any lacks both.
func renameUnlessExists(_ path: String, to other: String) throws(Errno) {
    do throws(Errno) {
        try checked { unsafe renameat2(AT_FDCWD, path, AT_FDCWD, other, UInt32(RENAME_NOREPLACE)) }
    } catch {
        guard error.code == EINVAL || error.code == ENOSYS else { throw error }
        try hardLink(path, other)
        unsafe unlink(path)
    }
}

/// Gives a file another name, if it is there.
func renameIfPresent(_ path: String, to other: String) throws(Errno) {
    guard fileExists(path) else { return }
    try checked { unsafe rename(path, other) }
}

/// Takes a file's name away, if it is there.
func removeIfPresent(_ path: String) throws(Errno) {
    guard fileExists(path) else { return }
    try checked { unsafe unlink(path) }
}

/// Whether there is something with that name.
func fileExists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

/// Whether there is something with that name and it is no file: a folder, or a pipe, and to read
/// that would be to wait for somebody who writes into it.
func isNotRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

/// The path without symbolic links, as SQLite sees it, also of a file that
/// is not made yet; the same path where there is no folder for it.
func resolved(_ path: String) -> String {
    var file = path
    // The kernel follows so many as well (path_resolution(7)).
    for _ in 0...40 {
        if let real = realPath(file) { return real }
        guard let target = linkTarget(file) else { break }
        file = target.hasPrefix("/") ? target : "\(folder(of: file))/\(target)"
    }
    guard let name = file.split(separator: "/").last, !file.hasSuffix("/"),
        let folder = realPath(folder(of: file))
    else { return path }
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
}

/// The path of a file that is there, without symbolic links.
private func realPath(_ path: String) -> String? {
    guard let name = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
}

/// Where a symbolic link leads, nil when it is none.
private func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Whether a person reads what is written to standard error.
func isStandardErrorTerminal() -> Bool {
    isatty(STDERR_FILENO) == 1
}

/// Opens a lock file and takes a share in it, or all of it; nil when others are in the way.
///
/// The kernel lets go of it when the process ends, however that happens (flock(2)).
func acquireLock(_ path: String, exclusively: Bool) throws(Errno) -> Int32? {
    let descriptor = try openLock(path)
    do throws(Errno) {
        try checked { flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
        return descriptor
    } catch {
        close(descriptor)
        guard error.code == EWOULDBLOCK else { throw error }
        return nil
    }
}

/// Opens a lock file, and makes it where there is none.
///
/// One that root makes goes to the owner of its folder: root restores a database for a server that
/// is another user, who could not open the lock otherwise. One that is there may be anybody's link.
private func openLock(_ path: String) throws(Errno) -> Int32 {
    let flags = O_RDONLY | O_CREAT | O_CLOEXEC
    let descriptor: Int32
    do throws(Errno) {
        descriptor = try checked { unsafe open(path, flags | O_EXCL, 0o600) }
    } catch {
        guard error.code == EEXIST else { throw error }
        return try checked { unsafe open(path, flags, 0o600) }
    }
    var owner = stat()
    if geteuid() == 0, unsafe stat(folder(of: path), &owner) == 0 {
        // Where a file cannot be given away, whoever it is in the way of is told its name.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
    return descriptor
}

/// Lets go of a lock, even if a process that is being started has a copy of its descriptor.
func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
}

/// The folder that a file is in.
func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Calls, and again when a signal came in between; throws the kernel's reason for a failure.
@discardableResult
func checked<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value >= 0 { return value }
        let error = Errno.last
        if error.code != EINTR { throw error }
    }
}
