import HTTP

extension ByteWriter {
    /// Appends the id of a request; a client's can hold quotation marks.
    mutating func append(id: RequestID) {
        switch id {
        case .made: id.write(to: &self)
        case .sent(let text): for byte in text.utf8 { append(escaping: byte) }
        }
    }

    /// Appends a path, up to a length that lines can have.
    mutating func append(path: Span<UInt8>) {
        let end = count + LogFormatter.longestPath
        for index in path.indices {
            guard count < end else { return append("...") }
            append(escaping: path[index])
        }
    }

    /// Appends a byte that a client sent, by its number unless it is harmless in any line.
    private mutating func append(escaping byte: UInt8) {
        switch byte {
        // A blank would begin another part of the line, and these two end or escape a string.
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0...0x20, 0x7F...:
            append("%")
            append(hexadecimal: UInt64(byte), digits: 2)
        default: append(byte)
        }
    }
}
