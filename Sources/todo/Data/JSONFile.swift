import Foundation
import ToDoClient

/// A small file with one value, for its user only and replaced as a whole.
struct JSONFile<Value: Codable>: Sendable {
    let url: URL

    init(_ url: URL) {
        self.url = url
    }

    /// The value; nil if the file is absent.
    func read() throws(Failure) -> Value? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return try JSONDecoder.decode(Value.self, from: try Data(contentsOf: url))
        } catch is DecodingError {
            throw .file(
                url.path, reason: "The file is damaged; remove it to start without its content.")
        } catch {
            throw .file(url.path, reason: error.plainReason)
        }
    }

    /// Replaces the value, all or nothing.
    func write(_ value: Value) throws(Failure) {
        do {
            try makePrivateFolder(url.deletingLastPathComponent().path)
            try writePrivateFile([UInt8](try JSONEncoder().encode(value)), url.path)
        } catch {
            throw .file(url.path, reason: error.plainReason)
        }
    }

    /// Removes the file; does nothing if it is absent.
    func remove() throws(Failure) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            throw .file(url.path, reason: error.plainReason)
        }
    }
}
