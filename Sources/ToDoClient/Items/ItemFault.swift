public import Foundation

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
    /// A latitude outside of -90 to 90 degrees.
    case latitudeIsOutOfRange
    /// A longitude outside of -180 to 180 degrees.
    case longitudeIsOutOfRange
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
    /// More than ten tags.
    case tagsAreTooMany
    /// The tag at this index is none.
    case tag(Int, TagFault)
    /// The position is no key of a fractional index in base 62, or has more than 64 characters.
    case positionIsNoKey
    /// The reminder is not -10080 to 40320 minutes before the due date.
    case remindIsOutOfRange
    /// A reminder without a due date.
    case remindNeedsDueDate

    /// Why a text is no tag.
    public enum TagFault: Hashable, Sendable {
        /// It has no character that can be seen.
        case isEmpty
        /// It has more than 40 characters.
        case isTooLong
        /// It contains white space, a control character, `#` or `,`.
        case containsSeparator
        /// It equals an earlier tag, apart from case.
        case isRepeated
    }
}

extension Unicode.Scalar {
    /// Whether something is drawn for it: it is no white space, control or format character and no
    /// filler.
    var isSeen: Bool {
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
    /// A week after the due date to four weeks before it, in minutes.
    package static let reminders = -10_080...40_320

    /// All violations of the server's limits, each once; empty if the server would accept the item.
    public var faults: [ItemFault] {
        var faults: [ItemFault] = []
        for fault in WireMember.allCases.flatMap({ self.faults(of: $0) })
        where !faults.contains(fault) {
            faults.append(fault)
        }
        return faults
    }

    /// The violations of the rules for one member, alone and together with the others.
    package func faults(of member: WireMember) -> [ItemFault] {
        switch member {
        case .title: titleFaults
        case .itemDescription: descriptionFaults
        case .timestamp:
            fault(.timestampIsOutOfRange, if: !(timestamp.map(Self.times.contains) ?? true))
        case .day: fault(.dayIsOfAnotherTime, if: !isDayOfTimestamp)
        case .repetition: repetitionFaults
        case .location: location?.faults ?? []
        case .tags: Tag.faults(of: tags)
        case .position: fault(.positionIsNoKey, if: !hasValidPosition)
        case .remind: remindFaults
        case .done: []
        }
    }

    private func fault(_ fault: ItemFault, if isThere: Bool) -> [ItemFault] {
        isThere ? [fault] : []
    }

    private var titleFaults: [ItemFault] {
        let title = title.withoutOuterWhiteSpace
        guard title.faults.isEmpty else { return title.faults }
        return fault(.titleIsEmpty, if: !title.unicodeScalars.contains(where: \.isSeen))
            + fault(.titleIsTooLong, if: title.hasMoreCharacters(than: 500))
    }

    private var descriptionFaults: [ItemFault] {
        guard let itemDescription else { return [] }
        guard itemDescription.faults.isEmpty else { return itemDescription.faults }
        return fault(.descriptionIsTooLong, if: itemDescription.utf8.count > 65_536)
    }

    private var hasValidPosition: Bool {
        position.map { $0.utf8.count <= 64 && OrderKey($0) != nil } ?? true
    }

    private var remindFaults: [ItemFault] {
        guard let remind else { return [] }
        return fault(.remindIsOutOfRange, if: !(Self.reminders ~= remind))
            + fault(.remindNeedsDueDate, if: timestamp == nil && day == nil)
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

extension Location {
    fileprivate var faults: [ItemFault] {
        var faults = name.faults
        if faults.isEmpty, name.hasMoreCharacters(than: 500) { faults = [.placeNameIsTooLong] }
        guard let coordinate else { return faults }
        if !(-90...90).contains(coordinate.latitude) { faults.append(.latitudeIsOutOfRange) }
        if !(-180...180).contains(coordinate.longitude) { faults.append(.longitudeIsOutOfRange) }
        return faults
    }
}

extension String {
    /// The violations of the rule for every text.
    fileprivate var faults: [ItemFault] { utf8.contains(0) ? [.containsNUL] : [] }

    /// The text without surrounding white space, by Unicode's White_Space.
    package var withoutOuterWhiteSpace: String {
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

extension ItemFault: LocalizedError {
    /// The fault, for the user.
    public var errorDescription: String? { sentence }

    package var sentence: String {
        switch self {
        case .titleIsEmpty: "The title is empty."
        case .titleIsTooLong: "The title has more than 500 characters."
        case .descriptionIsTooLong: "The further text has more than 65,536 bytes."
        case .placeNameIsTooLong: "The name of the place has more than 500 characters."
        case .timestampIsOutOfRange: "The due date is outside of the years 1 to 9999."
        case .latitudeIsOutOfRange: "The latitude is outside of -90 to 90 degrees."
        case .longitudeIsOutOfRange: "The longitude is outside of -180 to 180 degrees."
        case .containsNUL: "A text contains the character U+0000."
        case .dayIsOfAnotherTime: "The due time is not the beginning of the due day."
        case .repetitionNeedsDueDate: "What repeats needs a due date."
        case .doneItemRepeats: "What is done does not repeat; reopen it first."
        case .intervalIsOutOfRange: "An item repeats every 1 to 999 days, weeks, months or years."
        case .weekdaysDoNotFit:
            "Weekdays belong to weekly rules, and one with an ordinal to a monthly rule."
        case .monthDayDoesNotFit:
            "A day of the month, 1 to 31, belongs to monthly and yearly rules without weekdays."
        case .repetitionTimeDoesNotFit: "A rule has a time only for an item with a due time."
        case .repetitionOriginDoesNotFit:
            "A rule that counts from the completion has no weekdays and no day of the month."
        case .timeZoneIsUnknown: "The rule's time zone is not the name of one."
        case .tagsAreTooMany: "An item has at most 10 tags."
        case .tag(_, .isEmpty): "A tag is empty."
        case .tag(_, .isTooLong): "A tag has more than 40 characters."
        case .tag(_, .containsSeparator): "A tag contains white space, # or a comma."
        case .tag(_, .isRepeated): "Two tags are equal."
        case .positionIsNoKey: "The position is not the key of a place in an order."
        case .remindIsOutOfRange:
            "A reminder is at most 4 weeks before the due date and a week after it."
        case .remindNeedsDueDate: "A reminder needs a due date."
        }
    }
}
