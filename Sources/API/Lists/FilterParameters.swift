import HTTP
import Items

/// The query parameters that select items: of a list, a filtered PATCH and a filtered DELETE.
struct FilterParameters {
    enum Name: String, CaseIterable {
        case done
        case q
        case dueBefore
        case dueAfter
        case near
        case radius
        case hasLocation
        case tag
    }

    /// Metres, for `near` without `radius`.
    private static let defaultRadius = 1_000.0

    static let tagForm = "one to \(Tags.most) tags of items, separated by commas"

    private var filter = ItemFilter()
    private var center: Coordinate?
    private var radius: Double?

    /// Reads the filter of a request without other parameters.
    static func read(_ request: borrowing Request) throws(Problem) -> ItemFilter {
        var parameters = FilterParameters()
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            try parameters.take(name, value)
        }
        return try parameters.build()
    }

    /// Adds one parameter; the value is decoded.
    mutating func take(_ name: Name, _ value: Span<UInt8>) throws(Problem) {
        switch name {
        case .done: filter.done = try Self.bool(name, value)
        case .q:
            filter.words = try SearchWords.parameter(value).words
        case .dueBefore: filter.dueBefore = try Self.number(name, value)
        case .dueAfter: filter.dueAfter = try Self.number(name, value)
        case .near:
            guard let point = Coordinate(value) else {
                throw .badParameter(
                    "near", expected: "a latitude and a longitude, such as 51.2,6.8")
            }
            center = point
        case .radius:
            guard let metres = value.number, metres > 0, GeoCircle.radii.contains(metres) else {
                throw .badParameter(
                    "radius",
                    expected: "metres, more than 0 and up to \(Int(GeoCircle.radii.upperBound))")
            }
            radius = metres
        case .hasLocation: filter.hasLocation = try Self.bool(name, value)
        case .tag:
            guard let text = String(value), let tags = TagFilter(text) else {
                throw .badParameter(name.rawValue, expected: Self.tagForm)
            }
            filter.tags = tags
        }
    }

    func build() throws(Problem) -> ItemFilter {
        var filter = filter
        if let center {
            filter.near = GeoCircle(center: center, radius: radius ?? Self.defaultRadius)
        } else if radius != nil {
            throw .badParameter("radius", expected: "accompanied by near")
        }
        return filter
    }

    private static func bool(_ name: Name, _ value: Span<UInt8>) throws(Problem) -> Bool {
        if value.equals("true") { return true }
        if value.equals("false") { return false }
        throw .badParameter(name.rawValue, expected: "true or false")
    }

    private static func number(_ name: Name, _ value: Span<UInt8>) throws(Problem) -> Double {
        guard let number = value.number else {
            throw .badParameter(name.rawValue, expected: Fault.timeUnit)
        }
        return number
    }
}

extension SearchWords {
    /// The words of the parameter `q`, with its text.
    static func parameter(
        _ value: Span<UInt8>
    ) throws(Problem) -> (text: String, words: SearchWords) {
        // A blank search is refused: with DELETE it would select everything.
        guard let text = String(value), let words = SearchWords(text) else {
            throw .badParameter(
                "q",
                expected: """
                    a text of 1 to \(characters) characters without U+0000 that is not all white \
                    space
                    """)
        }
        return (text, words)
    }
}

extension Coordinate {
    /// Parses `51.2,6.8`; nil for anything else.
    fileprivate init?(_ value: Span<UInt8>) {
        guard value.count <= Span<UInt8>.numberLength else { return nil }
        for index in value.indices where value[index] == UInt8(ascii: ",") {
            guard
                let latitude = value.extracting(..<index).number(
                    upTo: ItemRules.latitudes.upperBound),
                let longitude = value.extracting((index + 1)...).number(
                    upTo: ItemRules.longitudes.upperBound)
            else { return nil }
            self.init(latitude: latitude, longitude: longitude)
            return
        }
        return nil
    }
}

extension String {
    /// Decodes UTF-8; nil if the bytes are not UTF-8.
    fileprivate init?(_ bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}

extension Span where Element == UInt8 {
    /// The longest number in bytes: a link to the next page repeats it.
    fileprivate static var numberLength: Int { 100 }

    /// A finite number in JSON's syntax, thus without `+` or a bare point (RFC 8259 §6).
    ///
    /// Negative zero becomes zero.
    fileprivate var number: Double? {
        guard count > 0, count <= Self.numberLength else { return nil }
        var scanner = JSONScanner(self)
        do throws(JSONFault) {
            try scanner.skipNumber()
        } catch {
            return nil
        }
        guard scanner.position == count else { return nil }
        return JSONDecimal(self).double() + 0
    }

    /// A number whose digits stay within `bound` and whose exponent, if any, is negative.
    ///
    /// The pattern in openapi.yaml accepts the same texts. So the digits decide, even those that a
    /// Double cannot distinguish.
    fileprivate func number(upTo bound: Double) -> Double? {
        let end = indices.first { self[$0] | 0x20 == UInt8(ascii: "e") } ?? count
        guard end == count || end + 1 < count && self[end + 1] == UInt8(ascii: "-") else {
            return nil
        }
        let point = indices.first { self[$0] == UInt8(ascii: ".") } ?? end
        guard point <= end, let whole = extracting(..<point).number?.magnitude else { return nil }
        let isWhole = !(point..<end).contains { self[$0] > UInt8(ascii: "0") }
        return whole < bound || whole == bound && isWhole ? number : nil
    }
}
