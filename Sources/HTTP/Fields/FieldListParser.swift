/// The members of a comma-separated value without quoted strings, RFC 9110 §5.6.1.
///
/// White space around members is removed. Empty members are returned; the caller decides.
struct FieldListParser {
    private var rest: ByteRange?

    /// The members of this value: at least one, which may be empty.
    init(_ value: ByteRange) {
        rest = value
    }

    /// The next member; nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> ByteRange? {
        guard let rest else { return nil }
        var comma = rest.start
        while comma < rest.end, bytes[comma] != UInt8(ascii: ",") { comma += 1 }
        self.rest = comma < rest.end ? ByteRange(start: comma + 1, end: rest.end) : nil
        return ByteRange(start: rest.start, end: comma).trimmed(in: bytes)
    }
}

extension ByteRange {
    /// The range without white space at both ends.
    func trimmed(in bytes: Span<UInt8>) -> ByteRange {
        var trimmed = self
        while !trimmed.isEmpty, bytes[trimmed.start].isBlank { trimmed.start += 1 }
        while !trimmed.isEmpty, bytes[trimmed.end - 1].isBlank { trimmed.end -= 1 }
        return trimmed
    }
}
