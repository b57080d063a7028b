import HTTP

extension ByteWriter {
    /// Appends a request's id; an id from a client can contain quotation marks.
    mutating func append(id: RequestID) {
        switch id {
        case .made: id.write(to: &self)
        case .sent(let text): for byte in text.utf8 { append(escaping: byte) }
        }
    }

    /// Appends a path, truncated to `LogFormatter.longestPath`.
    mutating func append(path: Span<UInt8>) {
        let end = count + LogFormatter.longestPath
        for index in path.indices {
            guard count < end else { return append("...") }
            append(escaping: path[index])
        }
    }

    /// Appends a byte from a client, percent-encoded unless it is harmless in every line format.
    private mutating func append(escaping byte: UInt8) {
        switch byte {
        // A space separates parts of a line; a quotation mark or backslash ends or escapes a
        // string.
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0...0x20, 0x7F...:
            append("%")
            append(hexadecimal: UInt64(byte), digits: 2)
        default: append(byte)
        }
    }
}
