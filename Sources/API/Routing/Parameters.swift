import HTTP

/// Reads the query of a request: every parameter must be known, and none may come twice.
///
/// A parameter that is passed over looks like a filter that worked; so it is refused.
struct Parameters<Name: RawRepresentable & CaseIterable & Hashable> where Name.RawValue == String {
    /// Shows each parameter to `take`, its value without escapes.
    static func read(
        _ request: borrowing Request, _ take: (Name, Span<UInt8>) throws(Problem) -> Void
    ) throws(Problem) {
        var pairs = QueryParameters(request.head.query)
        var seen: Set<Name> = []
        while let pair = pairs.next(in: request.bytes) {
            let name = request.bytes.slice(pair.name)
            guard let known = try known(name) else { throw .unknownParameter(try text(name)) }
            guard seen.insert(known).inserted else { throw .repeatedParameter(known.rawValue) }
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

    private static func known(_ name: Span<UInt8>) throws(Problem) -> Name? {
        guard isPlain(name) else { return Name(rawValue: try text(name)) }
        return Name.allCases.first { $0.rawValue.utf8Span.span.equals(name) }
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
    /// The value of a `limit`: how many of something a page has at most.
    func pageLimit() throws(Problem) -> Int {
        let largest = 1_000
        guard let number = decimal, (1...largest).contains(number) else {
            throw .badParameter("limit", expected: "a number from 1 to \(largest)")
        }
        return number
    }
}
