/// The `name=value` pairs of a query, in the form that HTML forms and `URLComponents` write.
///
///     done=true&q=milk+and%20honey
///     ^    ^    ^ ^
///     name value
///
/// Pairs are ranges and still escaped; nothing between two `&` is no pair;
/// a pair without `=` has an empty value.
package struct QueryParameters: Sendable {
    /// One pair.
    package struct Pair: Hashable, Sendable {
        /// What stands before the first `=`.
        package var name: ByteRange
        /// What stands after it.
        package var value: ByteRange
    }

    private var rest: ByteRange

    /// The pairs of the query that stands there, of none when there is no query.
    package init(_ query: ByteRange?) {
        rest = query ?? ByteRange(start: 0, end: 0)
    }

    /// The next pair, nil after the last.
    package mutating func next(in bytes: Span<UInt8>) -> Pair? {
        while !rest.isEmpty {
            var end = rest.start
            var equals: Int?
            while end < rest.end, bytes[end] != UInt8(ascii: "&") {
                if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            let pair = ByteRange(start: rest.start, end: end)
            rest.start = min(end + 1, rest.end)
            if pair.isEmpty { continue }
            return Pair(
                name: ByteRange(start: pair.start, end: equals ?? end),
                value: ByteRange(start: equals.map { $0 + 1 } ?? end, end: end))
        }
        return nil
    }

    /// Shows the pairs in order, and rethrows what the closure throws.
    package func forEach<Failure: Error>(
        in bytes: Span<UInt8>, _ visit: (Pair) throws(Failure) -> Void
    ) throws(Failure) {
        var parameters = self
        while let pair = parameters.next(in: bytes) { try visit(pair) }
    }

    /// The text of a name or value, nil when an escape is broken or the bytes are not UTF-8.
    package static func decode(_ text: Span<UInt8>) -> String? {
        for index in text.indices
        where text[index] == UInt8(ascii: "%") || text[index] == UInt8(ascii: "+") {
            guard let bytes = PercentDecoding.decode(text, plus: .space) else { return nil }
            return Self.text(bytes.span)
        }
        return Self.text(text)
    }

    /// The text of bytes without escapes, nil when they are not UTF-8.
    package static func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: text)
    }
}
