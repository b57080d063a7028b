import Glibc

/// A file system of a few megabytes in memory, which can be filled.
package final class SmallDisk {
    package struct Failure: Error {
        package let code: Int32
    }

    /// Whether this process may mount one.
    package static let isAvailable = (try? SmallDisk()) != nil

    private let folder: TemporaryFolder
    private static let ballast = "ballast"

    package init() throws {
        folder = try TemporaryFolder()
        guard unsafe mount("tmpfs", folder.path, "tmpfs", 0, "size=8m") == 0 else {
            throw Failure(code: errno)
        }
    }

    deinit { unsafe umount2(folder.path, Int32(MNT_DETACH)) }

    package func file(_ name: String) -> String { folder.file(name) }

    /// Leaves no byte free.
    package func fill() throws {
        let file = unsafe open(folder.file(Self.ballast), O_WRONLY | O_CREAT, 0o600)
        guard file >= 0 else { throw Failure(code: errno) }
        defer { close(file) }
        let bytes = [UInt8](repeating: 1, count: 4_096)
        var count = bytes.count
        while count > 0 {
            let written = unsafe write(file, bytes, count)
            guard written <= 0 else { continue }
            guard errno == ENOSPC else { throw Failure(code: errno) }
            count /= 2
        }
    }

    /// Frees what `fill` took.
    package func makeRoom() throws {
        guard unsafe unlink(folder.file(Self.ballast)) == 0 else { throw Failure(code: errno) }
    }
}
