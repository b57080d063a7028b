/// The preferences in the value of a `Prefer` line, RFC 7240 §2.
///
///     return = minimal; foo="a, b", wait=5
///     ^        ^        ^           ^
///     name     value    parameter   the next one
///
/// Preferences are optional, so malformed and unknown ones are ignored.
struct Preferences {
    /// One preference, without its parameters.
    struct Preference {
        let name: ByteRange
        /// The value without quotes; empty if absent.
        let value: ByteRange
    }

    private var position: Int
    private let end: Int

    init(_ value: ByteRange) {
        position = value.start
        end = value.end
    }

    /// The next preference; nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> Preference? {
        guard position < end else { return nil }
        let name = part(in: bytes) { $0 == equals || $0 == semicolon || $0 == comma }
        var value = ByteRange(start: name.end, end: name.end)
        if position < end, bytes[position] == equals {
            position += 1
            value = part(in: bytes) { $0 == semicolon || $0 == comma }
        }
        _ = part(in: bytes) { $0 == comma }
        position += 1
        return Preference(
            name: name.trimmed(in: bytes),
            value: value.trimmed(in: bytes).withoutQuotes(in: bytes))
    }

    /// Advances to the next delimiter outside a quoted string, or to the end.
    private mutating func part(
        in bytes: Span<UInt8>, until ends: (UInt8) -> Bool
    ) -> ByteRange {
        let start = position
        while position < end, !ends(bytes[position]) {
            if bytes[position] == quote { skipString(in: bytes) } else { position += 1 }
        }
        return ByteRange(start: start, end: position)
    }

    /// RFC 9110 §5.6.4: a backslash escapes the next byte.
    private mutating func skipString(in bytes: Span<UInt8>) {
        position += 1
        while position < end, bytes[position] != quote {
            position += bytes[position] == backslash ? 2 : 1
        }
        position = min(position + 1, end)
    }
}

extension RequestHead {
    /// Whether the first preference with that name has that value, ignoring case.
    ///
    /// RFC 7240 §2: further preferences with the same name are ignored.
    package func prefers(
        _ name: StaticString, _ value: StaticString, in bytes: Span<UInt8>
    ) -> Bool {
        for line in fields where line.name == .prefer {
            var preferences = Preferences(line.value)
            while let preference = preferences.next(in: bytes) {
                guard bytes.slice(preference.name).equalsIgnoringCase(name) else { continue }
                return bytes.slice(preference.value).equalsIgnoringCase(value)
            }
        }
        return false
    }
}

extension ByteRange {
    /// The range without enclosing quotes.
    fileprivate func withoutQuotes(in bytes: Span<UInt8>) -> ByteRange {
        guard count >= 2, bytes[start] == quote, bytes[end - 1] == quote else { return self }
        return ByteRange(start: start + 1, end: end - 1)
    }
}

private let equals = UInt8(ascii: "=")
private let semicolon = UInt8(ascii: ";")
private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
