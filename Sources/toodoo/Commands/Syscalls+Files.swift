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
    fileprivate let descriptor: Int32

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

/// A file that gets its name only when it is whole and on the disk; until then it has another beside it.
///
/// Whoever gives it up leaves nothing behind; a process that is killed leaves the other name.
final class NewFile {
    /// Where it is as long as it is not finished.
    let path: String
    private let target: String
    private let descriptor: Int32
    private var isFinished = false

    /// What is written into it.
    var output: OutputFile { OutputFile(descriptor: descriptor) }

    /// Makes an empty file that only its user can read.
    init(_ target: String) throws(CommandFailure) {
        let path = "\(target).partial-\(processID())"
        self.target = target
        self.path = path
        descriptor = try onFile(path) { () throws(Errno) in
            try checked {
                unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
        }
    }

    deinit {
        close(descriptor)
        if !isFinished { unsafe unlink(path) }
    }

    /// Gives it its name; a file that has it already is left alone.
    func publish() throws(CommandFailure) {
        try sync()
        // link() refuses a name that is taken, where rename() would replace the file.
        do throws(Errno) {
            try checked { unsafe link(path, target) }
        } catch {
            throw error.code == EEXIST ? .exists(target) : .file(target, error)
        }
        unsafe unlink(path)
        try finish()
    }

    /// Gives it its name, in the place of the file that has it.
    func replace() throws(CommandFailure) {
        try sync()
        try onFile(target) { () throws(Errno) in try checked { unsafe rename(path, target) } }
        try finish()
    }

    private func sync() throws(CommandFailure) {
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
}

/// Gives a file a second name, which must be free.
func nameAlso(_ path: String, _ other: String) throws(Errno) {
    try checked { unsafe link(path, other) }
}

/// Gives a file another name, if it is there.
func moveIfPresent(_ path: String, to other: String) throws(Errno) {
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

/// Whether that is the name of a folder.
func isFolder(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
}

/// The path without symbolic links, as SQLite sees it; the same path where there is no such file.
func resolved(_ path: String) -> String {
    guard let name = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
}

/// Whether a person reads what is written to standard error.
func isWatched() -> Bool {
    isatty(STDERR_FILENO) == 1
}

/// Opens a lock file and takes a share in it, or all of it; nil when others are in the way.
///
/// The kernel lets go of it when the process ends, however that happens (flock(2)).
func takeLock(_ path: String, exclusively: Bool) throws(Errno) -> Int32? {
    let descriptor = try checked { unsafe open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o600) }
    do throws(Errno) {
        try checked { flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
        return descriptor
    } catch {
        close(descriptor)
        guard error.code == EWOULDBLOCK else { throw error }
        return nil
    }
}

/// Lets go of a lock, even if a process that is being started has a copy of its descriptor.
func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
}

private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Calls, and again when a signal came in between; throws the kernel's reason for a failure.
@discardableResult
private func checked<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value >= 0 { return value }
        let error = Errno.last
        if error.code != EINTR { throw error }
    }
}
