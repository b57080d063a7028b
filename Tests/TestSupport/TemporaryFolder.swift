// The one file that needs Foundation: folders and whole files without unsafe pointers.
import FoundationEssentials

/// A folder for one test. It is removed with its content when the test is done.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Makes the folder; throws if the system's temporary folder is not writable.
    package init() throws {
        let name = "toodoo-tests-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Whether there is such a file.
    package func holds(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name))
    }

    /// The bytes of a file.
    package func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file(name))))
    }

    /// Writes bytes to a file, and replaces its content.
    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }
}
