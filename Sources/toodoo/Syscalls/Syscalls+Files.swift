import CLinux
import Glibc
import HTTPServer

// File operations of commands; no unsafe pointer leaves this file.

/// A file or standard input, read from beginning to end.
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

/// A descriptor that bytes are written to in sequence.
struct OutputFile {
    let descriptor: Int32

    /// Standard output.
    static let standard = OutputFile(descriptor: STDOUT_FILENO)

    /// Writes all bytes, with as many calls as needed.
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

/// Renames a file; the new name must be free.
///
/// Some file systems, such as FAT and SMB, have no hard links, and some do not support
/// RENAME_NOREPLACE; hardly any lacks both.
func renameUnlessExists(_ path: String, to other: String) throws(Errno) {
    do throws(Errno) {
        try checked { unsafe renameat2(AT_FDCWD, path, AT_FDCWD, other, UInt32(RENAME_NOREPLACE)) }
    } catch {
        guard error.code == EINVAL || error.code == ENOSYS else { throw error }
        try hardLink(path, other)
        unsafe unlink(path)
    }
}

/// Renames a file, if it exists.
func renameIfPresent(_ path: String, to other: String) throws(Errno) {
    guard fileExists(path) else { return }
    try checked { unsafe rename(path, other) }
}

/// Removes a file, if it exists.
func removeIfPresent(_ path: String) throws(Errno) {
    guard fileExists(path) else { return }
    try checked { unsafe unlink(path) }
}

/// Whether the path exists.
func fileExists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

/// Whether the path exists and is no regular file: a folder, or a pipe, whose opening would wait
/// for a writer.
func isNotRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

/// The path without symbolic links, as SQLite resolves it, also for a file that does not exist; the
/// path unchanged where its folder does not exist.
func resolved(_ path: String) -> String {
    var file = path
    // The kernel's limit of symbolic links (path_resolution(7)).
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

/// The path of an existing file without symbolic links.
private func realPath(_ path: String) -> String? {
    guard let name = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
}

/// The target of a symbolic link, nil when it is none.
private func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Whether standard error is a terminal.
func isStandardErrorTerminal() -> Bool {
    isatty(STDERR_FILENO) == 1
}

/// Opens a lock file and takes a share of the lock or all of it; nil when it is held by others.
///
/// The kernel releases it when the process ends, however that happens (flock(2)).
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

/// Opens a lock file, and creates it if it is absent.
///
/// A file created by root gets the folder's owner: root may restore a database for a server that
/// runs as another user, which could not open root's file. An existing file is not changed; it may
/// be another user's link.
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
        // If chown fails, the server's error message names the file.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
    return descriptor
}

/// Releases a lock, even if a process that is being started holds a copy of the descriptor.
func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
}

/// The folder of a file.
func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Repeats a call while it fails with EINTR; throws the error of a failure.
@discardableResult
func checked<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value >= 0 { return value }
        let error = Errno.last
        if error.code != EINTR { throw error }
    }
}
