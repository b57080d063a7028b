import Glibc

/// Throws as root if another user controls a path: can put a link, a journal or a pipe there, also
/// between a check and a use. As that user, a command can do no more than the user could.
///
/// Files that are put into a folder for all users, such as /tmp, after this check are not noticed.
func requireRootControl(of path: String, suffixes: [String] = [""]) throws(CommandFailure) {
    guard geteuid() == 0 else { return }
    for suffix in suffixes {
        guard let user = otherUser(controlling: path + suffix) else { continue }
        throw .otherUsers(path + suffix, user: userName(user))
    }
}

/// The owner of a path's folder, file or link who is not root, each link being followed; the last
/// one if there are several.
private func otherUser(controlling path: String) -> uid_t? {
    // The last one first.
    func names(_ path: String) -> [Substring] { path.split(separator: "/").reversed() }
    var rest = names(path) + (path.hasPrefix("/") ? [] : names(realPath(".") ?? "/"))
    var place = ""
    var user: uid_t?
    // The kernel's limit of symbolic links (path_resolution(7)).
    var links = 40
    while links > 0, let name = rest.popLast() {
        if name == "." { continue }
        if name == ".." {
            place = place.isEmpty ? "" : folder(of: place)
            if place == "/" { place = "" }
            continue
        }
        let entry = "\(place)/\(name)"
        var status = stat()
        guard unsafe lstat(entry, &status) == 0 else { break }
        if status.st_uid != 0 { user = status.st_uid }
        if let target = linkTarget(entry) {
            links -= 1
            rest += names(target)
            if target.hasPrefix("/") { place = "" }
        } else {
            place = entry
        }
    }
    return user
}

/// The name of a user, or its number as sudo takes it.
private func userName(_ user: uid_t) -> String {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var bytes = [CChar](repeating: 0, count: 16_384)
    let code = unsafe getpwuid_r(user, &entry, &bytes, bytes.count, &found)
    guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return "#\(user)" }
    return unsafe String(cString: name)
}
