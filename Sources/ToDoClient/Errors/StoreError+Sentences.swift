public import Foundation

// Sentences for the user.

extension StoreError: LocalizedError {
    /// The reason, for the user.
    public var errorDescription: String? { sentence }

    package var sentence: String {
        switch self {
        case .invalid(let faults): faults.map(\.sentence).joined(separator: " ")
        case .alreadyExists: "The item exists already."
        case .noSuchItem: "The item does not exist any more."
        case .notASaveFile: "The file is not a JSON array of items."
        case .inUse: "Another process uses the items; try again when it has ended."
        case .closed: "The items are closed."
        case .disk(let reason):
            "The items could not be read or written: \(reason.withoutLastDot)."
        }
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
        case .coordinateIsOutOfRange:
            "The coordinate is outside of -90 to 90 and -180 to 180 degrees."
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
        }
    }
}
