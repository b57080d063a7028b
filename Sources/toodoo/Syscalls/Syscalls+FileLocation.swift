import CLinux
import Glibc
import HTTPServer

/// The location of a file, which may not exist: its open folder and its name there.
///
/// Root works in folders of other users: a restore replaces the database of a service, in a folder
/// where that service can put anything. So each step of the path is opened without following a link
/// (O_NOFOLLOW), and a link is followed only if root or this user made it:
///
///     /var/lib/toodoo -> private/toodoo            systemd's, made by root: followed
///     /var/lib/toodoo/toodoo.sqlite -> /etc/x      made by the service's user: refused
///
/// A path is followed with the rights of the user who gave it, as which the process was started.
/// What happens in the folder goes through its descriptor, also what SQLite does, and is done with
/// the rights of `credentials`.
final class FileLocation {
    /// The file's name in its folder.
    private(set) var name = ""
    /// The rights with which a database of the folder is used.
    private(set) var credentials = Credentials.initial
    /// The folder, opened by O_PATH.
    private var folder: Int32 = -1
    /// Whether a path leads through the descriptor, which is then open as long as the process is.
    private var isHeld = false
    private var folders: [String] = []

    /// The limit of links in a path (path_resolution(7)).
    private static let mostLinks = 40

    /// Follows a path to its file. Links must belong to `user` or root.
    init(
        _ path: String, makingFolders: Bool = false, user: UInt32 = Credentials.initial.user
    ) throws(CommandFailure) {
        try acting(as: .initial) { () throws(CommandFailure) in
            try follow(path, makingFolders: makingFolders, user: user)
        }
    }

    private func follow(
        _ path: String, makingFolders: Bool, user: UInt32
    ) throws(CommandFailure) {
        guard !path.isEmpty, !path.hasSuffix("/") else { throw .notAFile(path) }
        var rest: [String] = []
        try onFile(path) { () throws(Errno) in rest = try begin(path) }
        var links = 0
        while let component = rest.popLast() {
            let entry = try onFile(path) { () throws(Errno) in try Entry(component, in: folder) }
            if let target = entry.linkTarget {
                // What the kernel calls the target of an open pipe, for example, is no path.
                if rest.isEmpty, isInProcessFileSystem {
                    name = component
                    continue
                }
                guard entry.owner == 0 || entry.owner == user else {
                    throw .foreignLink(self.path(of: component))
                }
                links += 1
                guard links <= Self.mostLinks else { throw .file(path, Errno(code: ELOOP)) }
                try onFile(path) { () throws(Errno) in rest += try begin(target) }
            } else if rest.isEmpty, component != ".." {
                name = component
            } else {
                try onFile(path) { () throws(Errno) in
                    try enter(component, entry, makingFolders: makingFolders)
                }
            }
        }
        guard !name.isEmpty else { throw .notAFile(path) }
        var status = stat()
        try onFile(path) { () throws(Errno) in try checked { unsafe fstat(folder, &status) } }
        credentials = .forWork(inFolder: status, with: self.status(of: name))
    }

    deinit {
        if folder >= 0, !isHeld { close(folder) }
    }

    /// The absolute path, without links.
    var path: String { path(of: name) }

    /// The absolute path of another file of the folder.
    func path(of name: String) -> String { "/" + (folders + [name]).joined(separator: "/") }

    /// A path of a file of the folder that leads through its descriptor. No other user can exchange
    /// a folder of this path, and those above the last one need not be open to `credentials`, as
    /// /var/lib/private of systemd is not. It is valid for the rest of the process: SQLite removes
    /// files by it when the last connection closes.
    func heldPath(of name: String) -> String {
        isHeld = true
        return "/proc/self/fd/\(folder)/\(name)"
    }

    /// Throws if one of the files is there and is not regular. A pipe would be waited for, and a
    /// link leads to another file.
    func requireRegularFiles(suffixes: [String]) throws(CommandFailure) {
        for suffix in suffixes {
            guard let status = status(of: name + suffix) else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .notAFile(path(of: name + suffix))
            }
        }
    }

    /// The entry of the folder with a name, without following links; nil if there is none.
    func status(of name: String) -> stat? {
        var status = stat()
        let code = unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
        return code == 0 ? status : nil
    }

    /// Opens a file of the folder, but no link.
    func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Int32 {
        try checked { unsafe openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
    }

    /// Opens what is to be read: a file, or a pipe or device of root or of this user. A link is
    /// followed only in /proc/self/fd, where it is an open file.
    func openInput(named path: String) throws(CommandFailure) -> Int32 {
        let links = isInProcessFileSystem ? 0 : O_NOFOLLOW
        let file = try onFile(path) { () throws(Errno) in
            try checked { unsafe openat(folder, name, O_PATH | links | O_CLOEXEC) }
        }
        defer { close(file) }
        var status = stat()
        try onFile(path) { () throws(Errno) in try checked { unsafe fstat(file, &status) } }
        let isTrusted = [0, Credentials.initial.user].contains(status.st_uid)
        guard status.st_mode & S_IFMT == S_IFREG || isTrusted || links == 0 else {
            throw .notAFile(path)
        }
        return try onFile(path) { () throws(Errno) in
            try checked { unsafe Glibc.open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC) }
        }
    }

    /// Throws if there is a file that `credentials` do not let it be read, though another user's
    /// may.
    func requireReadable() throws(CommandFailure) {
        guard credentials != .initial, status(of: name) != nil else { return }
        do throws(Errno) {
            close(try open(name, O_RDONLY | O_NONBLOCK))
        } catch {
            guard error.code == EACCES else { throw .file(path, error) }
            throw .unreadable(path, user: credentials.user)
        }
    }

    /// Opens the folder to list or sync it.
    func openFolder() throws(Errno) -> Int32 { try open(".", O_RDONLY | O_DIRECTORY) }

    /// Gives a file of the folder a second name, which must be free.
    func link(_ name: String, _ other: String) throws(Errno) {
        try checked { unsafe linkat(folder, name, folder, other, 0) }
    }

    /// Renames a file of the folder; it replaces the one that has the other name.
    func rename(_ name: String, to other: String) throws(Errno) {
        try checked { unsafe renameat(folder, name, folder, other) }
    }

    /// Renames a file of the folder; the new name must be free.
    ///
    /// Some file systems, such as FAT and SMB, have no hard links, and some do not support
    /// RENAME_NOREPLACE; hardly any lacks both.
    func renameUnlessExists(_ name: String, to other: String) throws(Errno) {
        do throws(Errno) {
            try checked {
                unsafe renameat2(folder, name, folder, other, UInt32(RENAME_NOREPLACE))
            }
        } catch {
            guard error.code == EINVAL || error.code == ENOSYS else { throw error }
            try link(name, other)
            try remove(name)
        }
    }

    /// Removes a file of the folder.
    func remove(_ name: String) throws(Errno) {
        try checked { unsafe unlinkat(folder, name, 0) }
    }

    /// Begins a path at the root or goes on from the folder; returns its components, last one
    /// first.
    private func begin(_ path: String) throws(Errno) -> [String] {
        if path.hasPrefix("/") {
            try move(to: checked { unsafe Glibc.open("/", O_PATH | O_DIRECTORY | O_CLOEXEC) })
            folders = []
        } else if folder < 0 {
            try move(to: checked { unsafe Glibc.open(".", O_PATH | O_DIRECTORY | O_CLOEXEC) })
            folders = (realPath(".") ?? "").split(separator: "/").map(String.init)
        }
        return path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
    }

    private func enter(
        _ component: String, _ entry: Entry, makingFolders: Bool
    ) throws(Errno) {
        if makingFolders, !entry.exists {
            let code = unsafe mkdirat(folder, component, 0o700)
            guard code == 0 || errno == EEXIST else { throw Errno.last }
        }
        let flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        try move(to: checked { unsafe openat(folder, component, flags) })
        if component != ".." { folders.append(component) } else { _ = folders.popLast() }
    }

    private var isInProcessFileSystem: Bool {
        var (own, process) = (stat(), stat())
        return unsafe fstat(folder, &own) == 0 && stat("/proc", &process) == 0
            && own.st_dev == process.st_dev
    }

    private func move(to descriptor: Int32) {
        if folder >= 0 { close(folder) }
        folder = descriptor
    }
}

/// One step of a path, which is not followed if it is a link.
private struct Entry {
    var exists = false
    var owner: UInt32 = 0
    /// The target; nil if it is no link.
    var linkTarget: String?

    /// Looks at what a folder has under this name. Type, owner and target are read of one
    /// descriptor, so a link cannot be exchanged in between.
    init(_ name: String, in folder: Int32) throws(Errno) {
        let descriptor: Int32
        do throws(Errno) {
            descriptor = try checked {
                unsafe openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC)
            }
        } catch {
            guard error.code == ENOENT else { throw error }
            return
        }
        defer { close(descriptor) }
        var status = stat()
        try checked { unsafe fstat(descriptor, &status) }
        (exists, owner) = (true, status.st_uid)
        guard status.st_mode & S_IFMT == S_IFLNK else { return }
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try checked { unsafe readlinkat(descriptor, "", &bytes, bytes.count) }
        linkTarget = String(
            decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
