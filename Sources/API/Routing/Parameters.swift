import HTTP
import Spelling

/// Reads a query whose parameters must be known and distinct.
///
/// Unknown parameters are refused: an ignored one would look like a filter that worked.
struct Parameters<Name: RawRepresentable & CaseIterable>
where Name.RawValue == String, Name.AllCases == [Name] {
    /// Passes each parameter to `take`, decoded.
    static func read(
        _ request: borrowing Request, _ take: (Name, Span<UInt8>) throws(Problem) -> Void
    ) throws(Problem) {
        var pairs = QueryParameters(request.head.query)
        // One bit for each name; a set would allocate.
        var seen: UInt64 = 0
        while let pair = pairs.next(in: request.bytes) {
            let name = request.bytes.slice(pair.name)
            guard let index = try index(of: name) else {
                let text = try text(name)
                let known = Name.allCases.map(\.rawValue)
                throw .unknownParameter(
                    text, nearest: Suggestion.nearest(to: text, among: known))
            }
            let known = Name.allCases[index]
            guard seen & 1 << index == 0 else { throw .repeatedParameter(known.rawValue) }
            seen |= 1 << index
            let value = request.bytes.slice(pair.value)
            if isPlain(value) {
                try take(known, value)
            } else {
                guard let text = QueryParameters.decode(value) else {
                    throw .badParameter(known.rawValue, expected: "percent-encoded UTF-8")
                }
                let decoded = Array(text.utf8)
                try take(known, decoded.span)
            }
        }
    }

    /// The index of a name in `allCases`.
    private static func index(of name: Span<UInt8>) throws(Problem) -> Int? {
        guard isPlain(name) else {
            let text = try text(name)
            return Name.allCases.firstIndex { $0.rawValue == text }
        }
        return Name.allCases.firstIndex { $0.rawValue.utf8Span.span.equals(name) }
    }

    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { return false }
        }
        return true
    }

    private static func text(_ bytes: Span<UInt8>) throws(Problem) -> String {
        guard let text = QueryParameters.decode(bytes) else { throw .unreadableQuery }
        return text
    }
}

extension Span where Element == UInt8 {
    /// The value of a `limit` parameter.
    func pageLimit(upTo largest: Int = 1_000) throws(Problem) -> Int {
        guard let number = decimal, (1...largest).contains(number) else {
            throw .badParameter("limit", expected: "a number from 1 to \(largest)")
        }
        return number
    }
}
