/// A list of media ranges with parameters and weights, RFC 9110 §12.5.1.
///
///     text/*;q=0.3, application/json;charset="utf-8"
///     ^    ^    ^
///     type subtype
///               quality
///
/// `Content-Type` is parsed as a list of one.
struct MediaRanges {
    /// The value is not a list of media ranges.
    struct Malformed: Error {}

    struct Member {
        /// The part before the slash, possibly `*`.
        let type: ByteRange
        /// The part after the slash, possibly `*`.
        let subtype: ByteRange
        /// The weight in thousandths.
        fileprivate(set) var quality = 1000
    }

    private var position: Int
    private let end: Int

    init(_ value: ByteRange) {
        position = value.start
        end = value.end
    }

    /// Whether the whole value was parsed.
    var isAtEnd: Bool { position == end }

    /// The next member; nil at the end. Throws if a member is malformed.
    mutating func next(in bytes: Span<UInt8>) throws(Malformed) -> Member? {
        skip(in: bytes) { $0.isBlank || $0 == UInt8(ascii: ",") }
        guard position < end else { return nil }
        let type = try token(in: bytes)
        guard move(beyond: UInt8(ascii: "/"), in: bytes) else { throw Malformed() }
        var member = Member(type: type, subtype: try token(in: bytes))

        while true {
            skip(in: bytes) { $0.isBlank }
            guard position < end, bytes[position] != UInt8(ascii: ",") else { return member }
            guard move(beyond: UInt8(ascii: ";"), in: bytes) else { throw Malformed() }
            skip(in: bytes) { $0.isBlank }
            if position < end, bytes[position].isTokenCharacter {
                try parameter(of: &member, in: bytes)
            }
        }
    }

    private mutating func parameter(
        of member: inout Member, in bytes: Span<UInt8>
    ) throws(Malformed) {
        let name = try token(in: bytes)
        guard move(beyond: UInt8(ascii: "="), in: bytes) else { throw Malformed() }
        let start = position
        if move(beyond: UInt8(ascii: "\""), in: bytes) {
            try restOfQuotedString(in: bytes)
        } else {
            _ = try token(in: bytes)
        }
        guard bytes.slice(name).equalsIgnoringCase("q") else { return }
        let value = ByteRange(start: start, end: position)
        guard let quality = bytes.slice(value).weight else { throw Malformed() }
        member.quality = quality
    }

    /// RFC 9110 §5.6.4: a backslash escapes the next byte.
    private mutating func restOfQuotedString(in bytes: Span<UInt8>) throws(Malformed) {
        while position < end {
            let byte = bytes[position]
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw Malformed()
    }

    private mutating func token(in bytes: Span<UInt8>) throws(Malformed) -> ByteRange {
        let start = position
        skip(in: bytes) { $0.isTokenCharacter }
        guard position > start else { throw Malformed() }
        return ByteRange(start: start, end: position)
    }

    private mutating func skip(in bytes: Span<UInt8>, while belongs: (UInt8) -> Bool) {
        while position < end, belongs(bytes[position]) { position += 1 }
    }

    private mutating func move(beyond byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
