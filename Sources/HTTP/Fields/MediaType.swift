/// The value of `Content-Type` without its parameters, RFC 9110 §8.3.1.
package struct MediaType: Hashable, Sendable {
    /// What stands before the slash.
    package let type: ByteRange
    /// What stands after it.
    package let subtype: ByteRange

    /// Takes a value apart, nil when it is not one media type; ranges count from its first byte.
    package init?(_ value: Span<UInt8>) {
        var ranges = MediaRanges(ByteRange(start: 0, end: value.count))
        guard let first = try? ranges.next(in: value), ranges.isAtEnd,
            first.type.start == 0
        else { return nil }
        type = first.type
        subtype = first.subtype
    }

    /// Whether a value names this type, such as `application/json`, with whatever parameters.
    package static func matches(_ value: Span<UInt8>, _ name: StaticString) -> Bool {
        guard let media = MediaType(value) else { return false }
        let whole = ByteRange(start: media.type.start, end: media.subtype.end)
        return value.slice(whole).equalsIgnoringCase(name)
    }
}
