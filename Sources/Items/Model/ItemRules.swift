/// The limits of an item's members; the schema repeats them as CHECKs.
///
/// *Characters* are Unicode scalars; *white space* is Unicode's White_Space.
package enum ItemRules {
    package static let titleCharacters = 500
    package static let descriptionBytes = 65_536
    package static let locationNameCharacters = 500
    /// Minutes before the due date: from a week after it to four weeks before it.
    package static let reminders = -10_080...40_320
    /// From the first second of the year 1 to the last one of 9999.
    package static let times = -62_135_596_800.0..<253_402_300_800.0
    package static let latitudes = -90.0...90.0
    package static let longitudes = -180.0...180.0
    /// The maximum number of items in one request.
    package static let itemsPerRequest = 1_000

    /// The title as stored: without surrounding white space.
    package static func title(_ text: String) throws(ItemFault) -> String {
        let title = trimmed(text)
        let length = try characters(title)
        guard title.hasVisibleCharacter else { throw .titleIsEmpty }
        guard length <= titleCharacters else { throw .titleIsTooLong(characters: length) }
        return title
    }

    /// The description as stored: as sent.
    package static func description(_ text: String) throws(ItemFault) -> String {
        _ = try characters(text)
        let length = text.utf8.count
        guard length <= descriptionBytes else { throw .descriptionIsTooLong(bytes: length) }
        return text
    }

    /// The name of a location as stored: as sent.
    package static func locationName(_ text: String) throws(ItemFault) -> String {
        let length = try characters(text)
        guard length <= locationNameCharacters else {
            throw .locationNameIsTooLong(characters: length)
        }
        return text
    }

    /// The due date as stored: bit for bit, except that -0 becomes 0.
    package static func timestamp(_ seconds: Double) throws(ItemFault) -> Double {
        guard times.contains(seconds) else { throw .timeIsOutOfRange }
        return seconds + 0
    }

    /// Degrees north.
    package static func latitude(_ degrees: Double) throws(ItemFault) -> Double {
        guard latitudes.contains(degrees) else { throw .isOutOfRange(latitudes) }
        return degrees + 0
    }

    /// Degrees east.
    package static func longitude(_ degrees: Double) throws(ItemFault) -> Double {
        guard longitudes.contains(degrees) else { throw .isOutOfRange(longitudes) }
        return degrees + 0
    }

    /// The number of characters in a text; throws if one is NUL.
    private static func characters(_ text: String) throws(ItemFault) -> Int {
        let bytes = text.utf8.span
        var count = 0
        var hasNUL = false
        for index in bytes.indices {
            // All bytes of a character except its first one begin with the bits 10.
            count += bytes[index] & 0xC0 == 0x80 ? 0 : 1
            hasNUL = hasNUL || bytes[index] == 0
        }
        if hasNUL { throw .containsNUL }
        return count
    }

    /// The text without surrounding white space.
    package static func trimmed(_ text: String) -> String {
        let bytes = text.utf8.span
        // Fast path: most titles begin and end with visible ASCII, and Unicode properties are slow.
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

/// A violation of a limit by a value of the right type.
package enum ItemFault: Error, Equatable, Sendable {
    /// It has no character that can be seen.
    case titleIsEmpty
    case titleIsTooLong(characters: Int)
    case descriptionIsTooLong(bytes: Int)
    case locationNameIsTooLong(characters: Int)
    case timeIsOutOfRange
    /// The bounds are whole numbers.
    case isOutOfRange(ClosedRange<Double>)
    case containsNUL
}
