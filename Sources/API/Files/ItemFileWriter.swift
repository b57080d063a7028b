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
    private var array = ItemArray()

    /// A writer before the first item.
    package init(_ format: Format) {
        self.format = format
    }

    package mutating func append(_ row: borrowing ItemRow) {
        switch format {
        case .json: array.add(row, to: &bytes)
        case .ndjson:
            bytes.appendJSON(row)
            bytes.append("\n")
        }
    }

    package mutating func finish() {
        if format == .json { array.finish(&bytes) }
    }

    /// Drops the bytes, after the caller has consumed them.
    package mutating func removeAll() {
        bytes.removeAll()
    }
}
