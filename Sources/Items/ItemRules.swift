/// What an item may say: the limits that the schema repeats as CHECKs.
///
/// *Characters* are Unicode scalars, *white space* is Unicode's White_Space.
package enum ItemRules {
    package static let titleCharacters = 500
    package static let descriptionBytes = 65_536
    package static let placeNameCharacters = 500
    /// From the first second of the year 1 to the last of 9999.
    package static let times = -62_135_596_800.0..<253_402_300_800.0
    package static let latitudes = -90.0...90.0
    package static let longitudes = -180.0...180.0
    /// How many items one request may bring.
    package static let itemsPerRequest = 1_000

    /// The title as it is stored: without the white space around it.
    package static func title(_ text: String) throws(ItemFault) -> String {
        let title = trimmed(text)
        try refuseNUL(title)
        let length = title.unicodeScalars.count
        guard length > 0 else { throw .titleIsEmpty }
        guard length <= titleCharacters else { throw .titleIsTooLong(characters: length) }
        return title
    }

    /// The description as it is stored: as sent.
    package static func description(_ text: String) throws(ItemFault) -> String {
        try refuseNUL(text)
        let length = text.utf8.count
        guard length <= descriptionBytes else { throw .descriptionIsTooLong(bytes: length) }
        return text
    }

    /// The name of a location as it is stored: as sent.
    package static func placeName(_ text: String) throws(ItemFault) -> String {
        try refuseNUL(text)
        let length = text.unicodeScalars.count
        guard length <= placeNameCharacters else { throw .placeNameIsTooLong(characters: length) }
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

    private static func refuseNUL(_ text: String) throws(ItemFault) {
        guard !text.utf8.contains(0) else { throw .containsNUL }
    }

    private static func trimmed(_ text: String) -> String {
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
    case placeNameIsTooLong(characters: Int)
    case timeIsOutOfRange
    case latitudeIsOutOfRange
    case longitudeIsOutOfRange
    case containsNUL
}
