/// A violation of the server's limits by an item.
///
/// Characters are Unicode scalars.
public enum ItemFault: Error, Hashable, Sendable {
    /// The title is empty or only white space.
    case titleIsEmpty
    /// The title has more than 500 characters.
    case titleIsTooLong
    /// The description has more than 65,536 bytes of UTF-8.
    case descriptionIsTooLong
    /// The name of the location has more than 500 characters.
    case placeNameIsTooLong
    /// The timestamp is not finite, or outside of the years 1 to 9999.
    case timestampIsOutOfRange
    /// A latitude outside of -90 to 90 degrees, or a longitude outside of -180 to 180.
    case coordinateIsOutOfRange
    /// A text contains U+0000.
    case containsNUL
    /// The timestamp is not the beginning of `day` in any time zone.
    case dayIsOfAnotherTime
    /// A rule without a due date.
    case repetitionNeedsDueDate
    /// A rule of an item that is done: a done item does not repeat.
    case doneItemRepeats
    /// The interval of the rule is not 1 to 999.
    case intervalIsOutOfRange
    /// The weekdays of the rule: only a weekly rule has them, each once, and a monthly one, which has
    /// one with an ordinal.
    case weekdaysDoNotFit
    /// The month day of the rule is not 1 to 31, comes together with weekdays, or the rule is daily
    /// or weekly.
    case monthDayDoesNotFit
    /// The time of the rule is malformed, or the item is due on a day without a time.
    case repetitionTimeDoesNotFit
    /// A rule that counts from the completion has weekdays or a month day.
    case repetitionOriginDoesNotFit
    /// The rule's time zone is not the name of a time zone.
    case timeZoneIsUnknown
}

extension Unicode.Scalar {
    /// Whether something is drawn for it: it is no white space, control or format character and no
    /// filler.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .control, .format: false
        default:
            !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && self != "\u{2800}"
        }
    }
}

extension ToDoItem {
    /// The first second of the year 1 to the last one of 9999.
    static let times = -62_135_596_800.0..<253_402_300_800.0

    /// All violations of the server's limits, each once; empty if the server would accept the item.
    public var faults: [ItemFault] {
        var faults: [ItemFault] = []
        let title = title.withoutOuterWhiteSpace
        if !title.unicodeScalars.contains(where: \.isSeen) { faults.append(.titleIsEmpty) }
        if title.hasMoreCharacters(than: 500) { faults.append(.titleIsTooLong) }
        if let itemDescription, itemDescription.utf8.count > 65_536 {
            faults.append(.descriptionIsTooLong)
        }
        if let location, location.name.hasMoreCharacters(than: 500) {
            faults.append(.placeNameIsTooLong)
        }
        if let timestamp, !Self.times.contains(timestamp) { faults.append(.timestampIsOutOfRange) }
        if let coordinate = location?.coordinate,
            !(-90...90).contains(coordinate.latitude)
                || !(-180...180).contains(coordinate.longitude)
        {
            faults.append(.coordinateIsOutOfRange)
        }
        let texts = [title, itemDescription, location?.name]
        if texts.contains(where: { $0?.utf8.contains(0) == true }) { faults.append(.containsNUL) }
        return faults + dueDateFaults
    }

    /// The item as the server stores it: the title without outer white space, a day with a timestamp,
    /// and no time in the rule of a day.
    ///
    /// A day without a timestamp gets the timestamp of the local midnight.
    var trimmed: ToDoItem {
        var item = self
        item.title = title.withoutOuterWhiteSpace
        if let day {
            if timestamp == nil { item.setDay(day) }
            item.repetition?.time = nil
        }
        return item
    }
}

extension String {
    /// The text without surrounding white space, by Unicode's White_Space.
    var withoutOuterWhiteSpace: String {
        // Most texts begin and end with visible ASCII, and Unicode's properties are slow.
        let visible = UInt8(ascii: "!")...UInt8(ascii: "~")
        if let first = utf8.first, let last = utf8.last, visible ~= first, visible ~= last {
            return self
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether the text has more Unicode scalars than this.
    func hasMoreCharacters(than count: Int) -> Bool {
        utf8.count > count && unicodeScalars.count > count
    }
}
