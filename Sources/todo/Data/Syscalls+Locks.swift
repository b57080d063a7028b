import Foundation

/// A file that processes lock to signal a state to each other.
///
/// A class, because the lock ends with the last reference; it also ends with the process.
final class FileLock: Sendable {
    enum Kind {
        /// Several processes can have it.
        case shared
        /// One process alone can have it.
        case exclusive

        fileprivate var operation: Int32 {
            switch self {
            case .shared: LOCK_SH
            case .exclusive: LOCK_EX
            }
        }
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Locks a file, which is created if it is absent; nil if others have locked it.
    static func acquire(_ kind: Kind, _ path: String) throws(Failure) -> FileLock? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(path, reason: "\(SystemFailure())") }
        let lock = FileLock(descriptor)
        while flock(descriptor, kind.operation | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return nil }
            guard errno == EINTR else { throw .file(path, reason: "\(SystemFailure())") }
        }
        return lock
    }
}
