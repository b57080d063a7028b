/// The members of a comma-separated value without quoted strings, RFC 9110 §5.6.1.
///
/// Blanks around members are taken off; empty members are shown, for the caller to judge.
struct FieldListParser {
    private var rest: ByteRange?

    /// The members of this value, of which there is at least one, perhaps empty.
    init(_ value: ByteRange) {
        rest = value
    }

    /// The next member, nil after the last.
    mutating func next(in bytes: Span<UInt8>) -> ByteRange? {
        guard let rest else { return nil }
        var comma = rest.start
        while comma < rest.end, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
        self.rest = comma < rest.end ? ByteRange(start: comma + 1, end: rest.end) : nil
        return ByteRange(start: rest.start, end: comma).trimmed(in: bytes)
    }
}

extension ByteRange {
    /// The range without the blanks at both ends.
    func trimmed(in bytes: Span<UInt8>) -> ByteRange {
        var trimmed = self
        while !trimmed.isEmpty, bytes[trimmed.start].isBlank { trimmed.start += 1 }
        while !trimmed.isEmpty, bytes[trimmed.end - 1].isBlank { trimmed.end -= 1 }
        return trimmed
    }
}
