/// What an item may say: the limits that the schema repeats as CHECKs.
///
/// *Characters* are Unicode scalars, *white space* is Unicode's White_Space.
package enum ItemRules {
    package static let titleCharacters = 500
    package static let descriptionBytes = 65_536
    package static let locationNameCharacters = 500
    /// From the first second of the year 1 to the last of 9999.
    package static let times = -62_135_596_800.0..<253_402_300_800.0
    package static let latitudes = -90.0...90.0
    package static let longitudes = -180.0...180.0
    /// How many items one request may bring.
    package static let itemsPerRequest = 1_000

    /// The title as it is stored: without the white space around it.
    package static func title(_ text: String) throws(ItemFault) -> String {
        let title = trimmed(text)
        let length = try characters(title)
        guard length > 0 else { throw .titleIsEmpty }
        guard length <= titleCharacters else { throw .titleIsTooLong(characters: length) }
        return title
    }

    /// The description as it is stored: as sent.
    package static func description(_ text: String) throws(ItemFault) -> String {
        _ = try characters(text)
        let length = text.utf8.count
        guard length <= descriptionBytes else { throw .descriptionIsTooLong(bytes: length) }
        return text
    }

    /// The name of a location as it is stored: as sent.
    package static func locationName(_ text: String) throws(ItemFault) -> String {
        let length = try characters(text)
        guard length <= locationNameCharacters else {
            throw .locationNameIsTooLong(characters: length)
        }
        return text
    }

    /// The due date as it is stored: bit for bit, but for the sign of zero.
    package static func timestamp(_ seconds: Double) throws(ItemFault) -> Double {
        guard times.contains(seconds) else { throw .timeIsOutOfRange }
        return seconds + 0
    }

    /// Degrees north.
    package static func latitude(_ degrees: Double) throws(ItemFault) -> Double {
        guard latitudes.contains(degrees) else { throw .latitudeIsOutOfRange }
        return degrees + 0
    }

    /// Degrees east.
    package static func longitude(_ degrees: Double) throws(ItemFault) -> Double {
        guard longitudes.contains(degrees) else { throw .longitudeIsOutOfRange }
        return degrees + 0
    }

    /// How many characters a text has, none of which may be NUL.
    private static func characters(_ text: String) throws(ItemFault) -> Int {
        let bytes = text.utf8.span
        var count = 0
        var hasNUL = false
        for index in bytes.indices {
            // Each character but for its first byte is of bytes that begin with the bits 10.
            count += bytes[index] & 0xC0 == 0x80 ? 0 : 1
            hasNUL = hasNUL || bytes[index] == 0
        }
        if hasNUL { throw .containsNUL }
        return count
    }

    private static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.span
        // Most titles begin and end with a letter; what Unicode says of a
        // character takes longer to look up.
        let visible = UInt8(ascii: "!")...UInt8(ascii: "~")
        if !bytes.isEmpty, visible ~= bytes[0], visible ~= bytes[bytes.count - 1] { return text }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        if first == scalars.startIndex, scalars.index(after: last) == scalars.endIndex {
            return text
        }
        return String(scalars[first...last])
    }
}

/// What can be wrong with a value that has the right type.
package enum ItemFault: Error, Equatable, Sendable {
    case titleIsEmpty
    case titleIsTooLong(characters: Int)
    case descriptionIsTooLong(bytes: Int)
    case locationNameIsTooLong(characters: Int)
    case timeIsOutOfRange
    case latitudeIsOutOfRange
    case longitudeIsOutOfRange
    case containsNUL
}
