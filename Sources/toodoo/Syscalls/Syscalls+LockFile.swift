import Glibc
import HTTPServer

/// Opens a lock file, or creates it, and takes a share of the lock or all of it; nil when it is held
/// by others. It is not opened if it is a link, nor used if it is a pipe.
///
/// The kernel releases it when the process ends, however that happens (flock(2)).
func acquireLock(_ path: String, exclusively: Bool) throws(Errno) -> Int32? {
    let flags = O_RDONLY | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
    let descriptor = try checked { unsafe open(path, flags, 0o600) }
    do throws(Errno) {
        guard kindOfFile(path) == .regular else { throw Errno(code: EINVAL) }
        try checked { flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
        return descriptor
    } catch {
        close(descriptor)
        guard error.code == EWOULDBLOCK else { throw error }
        return nil
    }
}
