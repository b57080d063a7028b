import CLinux
import Glibc
import HTTPServer

/// The user and the groups whose rights the process has (credentials(7)).
///
/// Root works in folders of other users: of a service, whose user can put anything into its folder,
/// such as a link or a journal, also between a check and a use. So as root the process takes the
/// rights of that user before it touches a database there. Nothing that the user put there can then
/// do more than the user could. The saved user stays root, so the process can return.
struct Credentials: Equatable {
    let user: uid_t
    let group: gid_t
    /// Further groups, in ascending order.
    let groups: [gid_t]

    /// Those that the process was started with.
    static let initial = current

    /// Those of the process now.
    static var current: Credentials {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = unsafe getgroups(Int32(groups.count), &groups)
        groups.removeLast(groups.count - Int(max(0, count)))
        return Credentials(user: geteuid(), group: getegid(), groups: groups.sorted())
    }

    /// Those for work with a file: those of the user who can put files beside it if the process was
    /// started by root, or else the initial ones. That user is the owner of the folder; or of the
    /// file, in a folder of root's that others may write to.
    static func forWork(inFolder folder: stat, with file: stat?) -> Credentials {
        guard initial.user == 0 else { return initial }
        var user = folder.st_uid
        if user == 0, folder.st_mode & 0o022 != 0 { user = file?.st_uid ?? 0 }
        guard user != 0 else { return initial }
        if let account = Account(user) {
            return Credentials(user: user, group: account.group, groups: account.groups.sorted())
        }
        // A dynamic user of systemd has no account while its service is stopped, nor has one of a
        // container. Its group is the folder's, unless that is root's.
        let group = folder.st_gid == 0 ? unprivilegedGroup : folder.st_gid
        return Credentials(user: user, group: group, groups: [])
    }

    /// The group of no file, `nogroup`.
    private static let unprivilegedGroup: gid_t = 65_534

    /// Gives the process these rights; ends it if that fails. Only a process of root changes its
    /// rights.
    func assume() {
        let (initial, current) = (Self.initial, Self.current)
        guard self != current else { return }
        do throws(Errno) {
            // Groups are changed as root, and the user at last.
            try checked { setresuid(initial.user, initial.user, initial.user) }
            try checked { unsafe setgroups(groups.count, groups) }
            try checked { setresgid(group, group, initial.group) }
            try checked { setresuid(user, user, initial.user) }
        } catch {
            Output.fail("the rights of user \(user) cannot be taken: \(error)", .failure)
        }
    }
}

/// Runs work with these rights, and returns to those that the process had.
@discardableResult
func acting<Value: ~Copyable, Failure: Error>(
    as credentials: Credentials, _ work: () throws(Failure) -> Value
) throws(Failure) -> Value {
    guard Credentials.initial.user == 0 else { return try work() }
    let former = Credentials.current
    credentials.assume()
    defer { former.assume() }
    return try work()
}

/// The groups of a user of this machine.
private struct Account {
    private(set) var group: gid_t = 0
    private(set) var groups: [gid_t] = []

    /// Nil if the machine knows no such user.
    init?(_ user: uid_t) {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var bytes = [CChar](repeating: 0, count: 16_384)
        let code = unsafe getpwuid_r(user, &entry, &bytes, bytes.count, &found)
        guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return nil }
        group = unsafe entry.pw_gid
        var count: Int32 = 256
        groups = [gid_t](repeating: 0, count: Int(count))
        if unsafe getgrouplist(name, group, &groups, &count) < 0 {
            // The count is the needed one now.
            groups = [gid_t](repeating: 0, count: Int(count))
            _ = unsafe getgrouplist(name, group, &groups, &count)
        }
        groups.removeLast(max(0, groups.count - Int(count)))
    }
}
