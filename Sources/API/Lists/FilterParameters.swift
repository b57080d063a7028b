import HTTP
import Items

/// The query parameters that say which items are meant: of a list, and of a
/// change or deletion of many.
struct FilterParameters {
    /// The parameters.
    enum Name: String, CaseIterable {
        case done
        case q
        case dueBefore
        case dueAfter
        case near
        case radius
        case hasLocation
    }

    /// Metres, when a point is given without them.
    private static let defaultRadius = 1_000.0

    private var filter = ItemFilter()
    private var center: Coordinate?
    private var radius: Double?

    /// The filter of a request that has no other parameters.
    static func read(_ request: borrowing Request) throws(Problem) -> ItemFilter {
        var parameters = FilterParameters()
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            try parameters.take(name, value)
        }
        return try parameters.build()
    }

    /// Takes one parameter, its value without escapes.
    mutating func take(_ name: Name, _ value: Span<UInt8>) throws(Problem) {
        switch name {
        case .done: filter.done = try Self.bool(name, value)
        case .q:
            // A blank search is a mistake: with DELETE it would mean everything.
            guard let text = String(value), let words = SearchWords(text) else {
                let most = SearchWords.characters
                throw .badParameter(
                    "q",
                    expected: """
                        a text of 1 to \(most) characters without U+0000 that is not all white \
                        space
                        """)
            }
            filter.words = words
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
        }
    }

    /// What all parameters come to.
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
            throw .badParameter(name.rawValue, expected: "a number of seconds since 1970")
        }
        return number
    }
}

extension Coordinate {
    /// The point that `51.2,6.8` names; nil when there is none.
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
    /// The text that these bytes are, nil when they are not UTF-8.
    fileprivate init?(_ bytes: Span<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes) else { return nil }
        self.init(copying: text)
    }
}

extension Span where Element == UInt8 {
    /// So long a number may be written: a link to the next page repeats it.
    fileprivate static var numberLength: Int { 100 }

    /// The finite number that these bytes are in JSON's way of writing, which is one without
    /// `+`, without a bare point, and without a second spelling of zero (RFC 8259 §6).
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

    /// The number that these bytes are, with at most this whole number before an exponent, which has
    /// to be negative, as in `5e-05`.
    ///
    /// A pattern can say which texts these are, and that of openapi.yaml does; so digits count that a
    /// Double does not tell apart.
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
