/// A precondition on the resource's entity tag, RFC 9110 §13.1.
package enum TagCondition: Hashable, Sendable {
    case absent
    /// `*`: the resource exists.
    case any
    /// A list of tags; see `contains` and `forEachTag`.
    case tags
    /// Neither `*` nor a list of tags.
    case malformed
}

/// The comparison of two entity tags, RFC 9110 §8.8.3.2.
package enum TagComparison: Hashable, Sendable {
    /// Neither tag is weak and their text is equal; for `If-Match`.
    case strong
    /// The text is equal; for `If-None-Match`.
    case weak
}

extension RequestHead {
    /// The condition of all lines of `If-Match` or `If-None-Match` together.
    package func condition(_ name: FieldName, in bytes: Span<UInt8>) -> TagCondition {
        var condition = TagCondition.absent
        for line in fields where line.name == name {
            // RFC 9110 §13.1.1: `*` must be the only value, over all lines.
            guard condition != .any else { return .malformed }
            if bytes.slice(line.value).equals("*") {
                guard condition == .absent else { return .malformed }
                condition = .any
            } else {
                var tags = EntityTags(line.value)
                repeat {} while tags.next(in: bytes) != nil
                if tags.isMalformed { return .malformed }
                condition = .tags
            }
        }
        return condition
    }

    /// Visits the tags, without quotes, that can match under this comparison.
    ///
    /// Meaningful only where `condition` is `.tags`.
    package func forEachTag(
        _ name: FieldName, comparison: TagComparison, in bytes: Span<UInt8>,
        _ visit: (Span<UInt8>) -> Void
    ) {
        for line in fields where line.name == name {
            var tags = EntityTags(line.value)
            while let tag = tags.next(in: bytes) {
                if tag.isWeak, comparison == .strong { continue }
                visit(bytes.slice(tag.text))
            }
        }
    }

    /// Whether a tag of the field, without quotes, matches under this comparison.
    ///
    /// `tag` is taken as strong. Meaningful only where `condition` is `.tags`.
    package func contains(
        _ name: FieldName, tag: Span<UInt8>, comparison: TagComparison, in bytes: Span<UInt8>
    ) -> Bool {
        for line in fields where line.name == name {
            var tags = EntityTags(line.value)
            while let candidate = tags.next(in: bytes) {
                if candidate.isWeak, comparison == .strong { continue }
                if bytes.slice(candidate.text).equals(tag) { return true }
            }
        }
        return false
    }
}

/// The tags of one field line: `"a", W/"b"`, RFC 9110 §8.8.3.
private struct EntityTags {
    struct Tag {
        /// The text between the quotes.
        let text: ByteRange
        /// Whether `W/` precedes the quotes.
        let isWeak: Bool
    }

    /// Whether parsing stopped at something that is not a tag.
    private(set) var isMalformed = false
    private var position: Int
    private let end: Int

    init(_ value: ByteRange) {
        position = value.start
        end = value.end
    }

    /// The next tag; nil at the end and at a malformed tag.
    mutating func next(in bytes: Span<UInt8>) -> Tag? {
        // RFC 9110 §5.6.1.2: empty members are ignored.
        while position < end, bytes[position].isBlank || bytes[position] == UInt8(ascii: ",") {
            position += 1
        }
        guard position < end else { return nil }
        let tag = read(in: bytes)
        isMalformed = tag == nil
        return tag
    }

    private mutating func read(in bytes: Span<UInt8>) -> Tag? {
        let isWeak = bytes.slice(ByteRange(start: position, end: end))
            .extracting(first: 2).equals("W/")
        if isWeak { position += 2 }
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        while position < end, bytes[position].isTagCharacter { position += 1 }
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let text = ByteRange(start: start, end: position)
        position += 1

        while position < end, bytes[position].isBlank { position += 1 }
        guard position == end || bytes[position] == UInt8(ascii: ",") else { return nil }
        return Tag(text: text, isWeak: isWeak)
    }
}

extension UInt8 {
    /// `etagc`, RFC 9110 §8.8.3: no space and no quote; `\` does not escape.
    fileprivate var isTagCharacter: Bool {
        (isVisible && self != UInt8(ascii: "\"")) || self >= 0x80
    }
}
