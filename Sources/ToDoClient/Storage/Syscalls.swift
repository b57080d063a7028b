import Foundation

/// A failed call of the system.
package struct SystemError: Error, CustomStringConvertible {
    let call: String?
    let path: String
    package let code: Int32

    /// The error of the call that has just failed.
    init(_ call: String?, _ path: String) {
        code = errno
        self.call = call
        self.path = path
    }

    package var description: String {
        (call.map { $0 + " " } ?? "") + "\(path): \(Self.text(of: code))"
    }

    /// The system's text for one of its error numbers.
    static func text(of code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// A path leads to a link, a folder, a pipe or a device.
struct NotAFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) is not a regular file" }
}

/// Makes a folder and its parent folders, for their user only. Existing folders do not change.
package func makePrivateFolder(_ path: String) throws {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    let parent = (path as NSString).deletingLastPathComponent
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw SystemError(nil, path) }
    try makePrivateFolder(parent)
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(nil, path) }
}

/// An open file.
///
/// A class, because the descriptor is closed with the last reference.
final class FileDescriptor: Sendable {
    private let descriptor: Int32
    private let path: String
    private let isClosed = Locked(false)

    private init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close() }

    /// Opens a file for reading and writing, for its user only; creates it if it is absent.
    ///
    /// A link is not followed: another user may have put it there.
    static func open(_ path: String) throws -> FileDescriptor {
        try open(path, O_CREAT)
    }

    /// Creates a file that does not exist, for its user only.
    static func create(_ path: String) throws -> FileDescriptor {
        try open(path, O_CREAT | O_EXCL)
    }

    /// Opens a file that exists.
    static func openExisting(_ path: String) throws -> FileDescriptor {
        try open(path, 0)
    }

    private static func open(_ path: String, _ flags: Int32) throws -> FileDescriptor {
        let descriptor = unsafe Foundation.open(
            path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else {
            guard errno != ELOOP else { throw NotAFile(path: path) }
            throw SystemError("open", path)
        }
        let file = FileDescriptor(descriptor, path)
        // Some devices can be read for ever.
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError("open", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw NotAFile(path: path) }
        guard fchmod(descriptor, 0o600) == 0 else { throw SystemError("chmod", path) }
        return file
    }

    /// Gives or takes rights to the file.
    func setMode(_ mode: mode_t) throws {
        guard fchmod(descriptor, mode) == 0 else { throw SystemError("chmod", path) }
    }

    /// Locks the file against others that lock it; false if one of them has.
    func lock() throws -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw SystemError("lock", path) }
        }
        return true
    }

    /// Whether a path leads to this file.
    func isFile(at path: String) -> Bool {
        var own = stat()
        var other = stat()
        guard unsafe fstat(descriptor, &own) == 0, unsafe stat(path, &other) == 0 else {
            return false
        }
        return own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    /// The content from the beginning.
    func readAll() throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw SystemError("read", path) }
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return data }
            if count > 0 {
                data.append(contentsOf: buffer[..<count])
            } else if errno != EINTR {
                throw SystemError("read", path)
            }
        }
    }

    /// Writes all bytes at the current position, after everything that was read and written.
    func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe Foundation.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw SystemError("write", path)
            }
        }
    }

    /// Truncates the file and continues to write there.
    func truncate(to length: Int) throws {
        guard ftruncate(descriptor, off_t(length)) == 0,
            lseek(descriptor, off_t(length), SEEK_SET) >= 0
        else { throw SystemError("truncate", path) }
    }

    /// Returns when the written bytes survive a power failure.
    func synchronize() throws {
        #if canImport(Darwin)
        // fsync alone leaves the data in the drive's cache there.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw SystemError("synchronize", path) }
    }

    func close() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            // A process that is being started has a copy of the descriptor until its program is
            // loaded; closing alone would leave the file locked until then.
            _ = flock(descriptor, LOCK_UN)
            _ = Foundation.close(descriptor)
            isClosed = true
        }
    }

    /// Removes a file or a link; does nothing if there is none.
    static func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove", path) }
    }

    static func rename(_ from: String, _ to: String) throws {
        guard unsafe Foundation.rename(from, to) == 0 else { throw SystemError("rename", to) }
    }

    /// Returns when a change of the folder that a path is in survives a power failure.
    static func synchronizeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = unsafe Foundation.open(
            folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("open", folder) }
        try FileDescriptor(descriptor, folder).synchronize()
    }
}
