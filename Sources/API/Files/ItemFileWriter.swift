package import HTTP
package import Items

/// Writes items in the formats that `ItemFileReader` reads.
package struct ItemFileWriter: ~Copyable {
    package enum Format: String, CaseIterable, Sendable {
        /// A JSON array, byte for byte the response to `GET /items`.
        case json
        /// One object a line.
        case ndjson
    }

    /// The bytes written since the last `removeAll`.
    package private(set) var bytes = ByteWriter(capacity: 65_536)
    private let format: Format
    private var isFirst = true

    /// A writer before the first item.
    package init(_ format: Format) {
        self.format = format
    }

    package mutating func append(_ row: borrowing ItemRow) {
        if format == .json { bytes.append(isFirst ? "[" : ",") }
        isFirst = false
        bytes.appendJSON(row)
        if format == .ndjson { bytes.append("\n") }
    }

    package mutating func finish() {
        guard format == .json else { return }
        bytes.append(isFirst ? "[]" : "]")
    }

    /// Drops the bytes, after the caller has consumed them.
    package mutating func removeAll() {
        bytes.removeAll()
    }
}
