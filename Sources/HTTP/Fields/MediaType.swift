/// The value of `Content-Type` without its parameters, RFC 9110 §8.3.1.
package struct MediaType: Hashable, Sendable {
    /// The part before the slash.
    package let type: ByteRange
    /// The part after the slash.
    package let subtype: ByteRange

    /// Parses a value; nil unless it is one media type. Ranges are relative to `value`.
    package init?(_ value: Span<UInt8>) {
        var ranges = MediaRanges(ByteRange(start: 0, end: value.count))
        guard let first = try? ranges.next(in: value), ranges.isAtEnd,
            first.type.start == 0
        else { return nil }
        type = first.type
        subtype = first.subtype
    }

    /// Whether a value has this type, such as `application/json`; parameters are ignored.
    package static func matches(_ value: Span<UInt8>, _ name: StaticString) -> Bool {
        guard let media = MediaType(value) else { return false }
        let whole = ByteRange(start: media.type.start, end: media.subtype.end)
        return value.slice(whole).equalsIgnoringCase(name)
    }
}
