/// The `name=value` pairs of a query, in the format of HTML forms and `URLComponents`.
///
///     done=true&q=milk+and%20honey
///     ^    ^    ^ ^
///     name value
///
/// Pairs are ranges of undecoded bytes. Empty pairs (`&&`) are skipped; a pair without `=` has an
/// empty value.
package struct QueryParameters: Sendable {
    package struct Pair: Hashable, Sendable {
        /// The part before the first `=`.
        package var name: ByteRange
        /// The part after it.
        package var value: ByteRange
    }

    private var rest: ByteRange

    /// The pairs of this query; none for nil.
    package init(_ query: ByteRange?) {
        rest = query ?? ByteRange(start: 0, end: 0)
    }

    /// The next pair; nil at the end.
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

    /// Visits the pairs in order, and rethrows the closure's error.
    package func forEach<Failure: Error>(
        in bytes: Span<UInt8>, _ visit: (Pair) throws(Failure) -> Void
    ) throws(Failure) {
        var parameters = self
        while let pair = parameters.next(in: bytes) { try visit(pair) }
    }

    /// The decoded text of a name or value; nil with a malformed escape or invalid UTF-8.
    package static func decode(_ text: Span<UInt8>) -> String? {
        for index in text.indices
        where text[index] == UInt8(ascii: "%") || text[index] == UInt8(ascii: "+") {
            guard let bytes = PercentDecoding.decode(text, plus: .space) else { return nil }
            return Self.text(bytes.span)
        }
        return Self.text(text)
    }

    /// The text of bytes without escapes; nil if they are not UTF-8.
    package static func text(_ bytes: Span<UInt8>) -> String? {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        return String(copying: text)
    }
}
