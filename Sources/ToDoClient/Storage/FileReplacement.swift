package import Foundation

/// Replaces a file: its readers see the old content or the new one, whole, also after a power
/// failure.
///
/// The new content is in `….new-UUID` first, which is locked while it is written. Such files that
/// no process has locked were left by one that was killed; they are removed.
package func replaceFile(_ path: String, with bytes: [UInt8], mode: mode_t = 0o600) throws {
    removeLeftFiles(of: path)
    let (file, newPath) = try newFile(for: path)
    do {
        try file.setMode(mode)
        try file.write(bytes)
        try file.synchronize()
        try FileDescriptor.rename(newPath, path)
        file.close()
    } catch {
        // The next replacement removes it.
        try? FileDescriptor.remove(newPath)
        throw error
    }
}

private let mark = ".new-"

/// A new file, locked. Each has another name, because two processes may write at once.
private func newFile(for path: String) throws -> (FileDescriptor, path: String) {
    while true {
        let newPath = path + mark + UUID().uuidString
        let file = try FileDescriptor.create(newPath)
        // Another process may have removed it before it was locked.
        if try file.lock(), file.isFile(at: newPath) { return (file, newPath) }
    }
}

private func removeLeftFiles(of path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let beginning = (path as NSString).lastPathComponent + mark
    let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder))
    for name in names ?? []
    where name.hasPrefix(beginning)
        && UUID(uuidString: String(name.dropFirst(beginning.count))) != nil
    {
        let leftPath = (folder as NSString).appendingPathComponent(name)
        // It may be gone, or another user's.
        guard let file = try? FileDescriptor.openExisting(leftPath), (try? file.lock()) == true
        else { continue }
        try? FileDescriptor.remove(leftPath)
    }
}
