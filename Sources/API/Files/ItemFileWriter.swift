package import HTTP
package import Items

/// Writes items the way a reader of such files takes them back.
package struct ItemFileWriter: ~Copyable {
    /// How the items follow one another.
    package enum Format: String, CaseIterable, Sendable {
        /// One array, byte for byte what `GET /items` answers.
        case json
        /// An object a line.
        case ndjson
    }

    /// What was written and not taken away yet.
    package private(set) var bytes = ByteWriter(capacity: 65_536)
    private let format: Format
    private var isFirst = true

    /// A writer before the first item.
    package init(_ format: Format) {
        self.format = format
    }

    /// Writes one more item.
    package mutating func append(_ row: borrowing ItemRow) {
        if format == .json { bytes.append(isFirst ? "[" : ",") }
        isFirst = false
        bytes.appendJSON(row)
        if format == .ndjson { bytes.append("\n") }
    }

    /// Ends the file.
    package mutating func finish() {
        guard format == .json else { return }
        bytes.append(isFirst ? "[]" : "]")
    }

    /// Forgets what was taken away.
    package mutating func removeAll() {
        bytes.removeAll()
    }
}
