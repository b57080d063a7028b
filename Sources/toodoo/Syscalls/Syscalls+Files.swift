import Glibc
import HTTPServer

// File operations of commands; no unsafe pointer leaves this file.

/// A file or standard input, read from beginning to end.
final class InputFile {
    private let descriptor: Int32

    static var standard: InputFile { InputFile(descriptor: STDIN_FILENO) }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    convenience init(_ path: String) throws(Errno) {
        self.init(
            descriptor: try checked { unsafe open(path, O_RDONLY | O_CLOEXEC) })
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes, at most this number; none at the end.
    func read(_ limit: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try checked { unsafe Glibc.read(descriptor, &bytes, limit) }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// All bytes, or this number of them if there are more.
    func beginning(_ limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let part = try read(limit - bytes.count)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }
}

/// A descriptor that bytes are written to in sequence.
struct OutputFile {
    let descriptor: Int32

    static let standard = OutputFile(descriptor: STDOUT_FILENO)

    var isTerminal: Bool { isatty(descriptor) == 1 }

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

/// Whether the path exists and is not a regular file: a folder, or a pipe, whose opening would wait
/// for a writer.
func isNotRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
}

func fileExists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

func isWritable(_ path: String) -> Bool {
    unsafe access(path, W_OK | X_OK) == 0
}

/// Removes a folder, which must be empty.
func removeFolder(_ path: String) throws(Errno) {
    try checked { unsafe rmdir(path) }
}

/// Whether a new file cannot have this path, because something exists there, even if only a link
/// that leads nowhere.
func isTaken(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
}

enum FileKind {
    case regular, folder
    /// A symbolic link, a pipe, a device, or nothing.
    case other
}

/// The kind of file at the path; links are not followed.
func kindOfFile(_ path: String) -> FileKind {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .other }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    default: .other
    }
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
func realPath(_ path: String) -> String? {
    guard let name = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
}

/// The target of a symbolic link, nil when it is none.
func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

func isStandardErrorTerminal() -> Bool {
    isatty(STDERR_FILENO) == 1
}

/// Releases a lock, even if a process that is being started holds a copy of the descriptor.
func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
}

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

func isReadable(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0
}
