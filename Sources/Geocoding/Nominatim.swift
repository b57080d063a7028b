import API
import Items

/// The API of Nominatim and of compatible providers (nominatim.org/release-docs/latest/api/Search).
///
///     GET /search?q=Unter%20den%20Linden%201&format=jsonv2&limit=1
///     [{"place_id":…,"lat":"52.5170365","lon":"13.3888599",…}]      nothing found: []
package struct Nominatim: Sendable {
    /// A response of the provider that cannot be parsed.
    struct MalformedResponse: Error, Equatable {
        let reason: String
    }

    /// The provider's base URL, without a slash at the end.
    let base: String

    package init(base: ProviderURL) {
        self.base = base.text
    }

    /// The URL of a search for the best match of an address.
    func url(for address: Address) -> String {
        "\(base)/search?q=\(Self.escaped(address.text))&format=jsonv2&limit=1"
    }

    /// The coordinate in a response; nil if the address was not found.
    func coordinate(in body: [UInt8]) throws(MalformedResponse) -> Coordinate? {
        var document = JSONDocument()
        let found: JSONValue
        do throws(JSONFault) {
            found = try document.parse(body.span)
        } catch {
            throw MalformedResponse(reason: "what is no JSON at byte \(error.offset)")
        }
        guard found.kind == .array else { throw MalformedResponse(reason: "no array") }
        var places = found.elements
        guard let place = places.next() else { return nil }
        guard let latitude = Self.degrees(place.member("lat"), within: ItemRules.latitudes),
            let longitude = Self.degrees(place.member("lon"), within: ItemRules.longitudes)
        else { throw MalformedResponse(reason: "a place without coordinates that there are") }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Nominatim sends numbers as strings.
    private static func degrees(
        _ value: borrowing JSONValue?, within range: ClosedRange<Double>
    ) -> Double? {
        // Only digits, dot and minus: `Double` also accepts "nan", "0x1p3" and more.
        guard let text = value?.string(),
            text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }),
            let degrees = Double(text), range.contains(degrees)
        else { return nil }
        return degrees
    }

    /// Escapes all except the unreserved characters (RFC 3986 §2.3).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += byte < 16 ? "%0" : "%"
                escaped += String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
