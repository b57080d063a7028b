import Foundation
import ToDoClient

/// Writes a file of the user.
///
/// A new file is for its user only, and appears when it is complete. So does the new content of a
/// regular file, whose mode stays. A device, a pipe or the target of a link is written in place,
/// because programs that use it would not see a replacement.
func writeFile(_ bytes: [UInt8], _ path: String) throws {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw SystemFailure() }
        return try replaceFile(bytes, path, mode: 0o600)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return try writeInPlace(bytes, path) }
    try replaceFile(bytes, path, mode: status.st_mode & 0o777)
}

/// Replaces a file of the program, which is for its user only.
func writePrivateFile(_ bytes: [UInt8], _ path: String) throws {
    try replaceFile(bytes, path, mode: 0o600)
}

/// Removes the rights of others to a folder of the program, if it is the user's. False if it is not
/// a folder, or if it is a link and links are not allowed.
func tightenFolder(_ path: String, followsLinks: Bool) -> Bool {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { return errno != ELOOP && errno != ENOTDIR }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
        status.st_mode & 0o077 != 0
    {
        // If it fails, as on a read-only disk, the files are still accessible to the user only.
        _ = fchmod(descriptor, 0o700)
    }
    return true
}

private func writeInPlace(_ bytes: [UInt8], _ path: String) throws {
    try write(bytes, try openFile(path, O_WRONLY | O_CREAT | O_TRUNC))
}

private func replaceFile(_ bytes: [UInt8], _ path: String, mode: mode_t) throws {
    do {
        try ToDoClient.replaceFile(path, with: bytes, mode: mode)
    } catch let error as SystemError {
        throw SystemFailure(code: error.code)
    }
}

private func openFile(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure() }
    return descriptor
}

/// Writes the bytes and closes the file.
private func write(_ bytes: [UInt8], _ descriptor: Int32) throws {
    defer { close(descriptor) }
    try writeBytes(bytes, to: descriptor)
}
