import Glibc
import HTTPServer

extension FileLocation {
    /// Opens a lock file and takes a share of the lock or all of it; nil when it is held by others.
    ///
    /// The kernel releases it when the process ends, however that happens (flock(2)).
    func acquireLock(_ name: String, exclusively: Bool) throws(Errno) -> Int32? {
        let descriptor = try openLock(name)
        do throws(Errno) {
            try checked { flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }
            return descriptor
        } catch {
            close(descriptor)
            guard error.code == EWOULDBLOCK else { throw error }
            return nil
        }
    }

    /// Opens a lock file, and creates it if it is absent. It is not opened if it is a link or a
    /// pipe, which another user may have put there.
    private func openLock(_ name: String) throws(Errno) -> Int32 {
        let flags = O_RDONLY | O_CREAT | O_NONBLOCK
        do throws(Errno) {
            let descriptor = try open(name, flags | O_EXCL, mode: 0o600)
            giveToFolderOwner(descriptor)
            return descriptor
        } catch {
            guard error.code == EEXIST else { throw error }
        }
        let descriptor = try open(name, flags, mode: 0o600)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Errno(code: EINVAL)
        }
        return descriptor
    }

    /// As root, makes an empty database for the owner of the folder, if it is absent; SQLite gives
    /// its own files the same owner. SQLite reports a failure.
    func makeFileForFolderOwner() {
        guard geteuid() == 0, credentials.user != 0 else { return }
        let flags = O_WRONLY | O_CREAT | O_EXCL
        guard let descriptor = try? open(name, flags, mode: 0o600) else { return }
        giveToFolderOwner(descriptor)
        close(descriptor)
    }

    /// As root, gives a new file to the owner of the folder. If that fails, the server's error
    /// message names the file.
    private func giveToFolderOwner(_ descriptor: Int32) {
        guard geteuid() == 0, credentials.user != 0 else { return }
        _ = fchown(descriptor, credentials.user, credentials.group)
    }
}
