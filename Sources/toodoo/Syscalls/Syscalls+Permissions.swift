import Glibc
import HTTPServer

/// The permissions of a file that other users had, too.
struct SharedFile {
    let path: String
    /// The mode before, and the mode now.
    let before: mode_t
    let after: mode_t
    /// Whether this user owns the file.
    let isOwn: Bool

    /// Whether other users still have permissions.
    var isShared: Bool { after & Self.others != 0 }

    /// Read, write and execute of others.
    private static let others: mode_t = 0o007

    /// Removes the permissions of other users; nil if they had none, or if the file cannot be
    /// opened, which SQLite reports.
    ///
    /// To be called before SQLite has the file open: closing a descriptor of it would release
    /// SQLite's locks (fcntl(2)).
    init?(restricting path: String) {
        // O_NONBLOCK: opening a pipe would wait for a writer.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & Self.others != 0 else {
            return nil
        }
        before = status.st_mode & 0o777
        // A failure shows in the mode afterwards, as does a file system without modes.
        _ = fchmod(descriptor, before & ~Self.others)
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        after = status.st_mode & 0o777
        isOwn = status.st_uid == geteuid()
        self.path = path
    }
}
