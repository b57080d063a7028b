/// A rule by which an item comes back when it is done.
///
/// The words are those of iCalendar and JSCalendar (RFC 5545, RFC 8984).
package struct Repetition: Equatable, Sendable {
    package enum Frequency: String, CaseIterable, Sendable {
        case daily, weekly, monthly, yearly
    }

    /// What the next date is counted from.
    package enum Origin: String, CaseIterable, Sendable {
        case due, done
    }

    /// The days of a week, or one in a month.
    package enum Days: Equatable, Sendable {
        case weekdays(Weekdays)
        /// The first to the fourth of a weekday, or the last one (-1); the weekday from 0 for
        /// Monday.
        case ordinal(Int, weekday: Int)
    }

    package var frequency: Frequency
    /// Every how many days, weeks, months or years.
    package var interval = 1
    package var byDay: Days?
    /// The day of the month; in a shorter month, its last day.
    package var byMonthDay: Int?
    /// The wall time in seconds after midnight, for an item with a time.
    package var time: Int?
    package var from: Origin = .due
    /// The last date that is allowed.
    package var until: CivilDate?
    /// The zone that says which day is today, and what a wall time means.
    package var timeZone = Self.utc

    /// A rule with a frequency alone.
    package init(_ frequency: Frequency) {
        self.frequency = frequency
    }

    package static let intervals = 1...999
    package static let monthDays = 1...31
    package static let utc = "UTC"
}

package struct Weekdays: OptionSet, Hashable, Sendable {
    /// Bit 0 is Monday.
    package let rawValue: UInt8

    /// The days with these bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One day, from 0 for Monday.
    package init(weekday: Int) {
        self.init(rawValue: 1 << UInt8(weekday))
    }

    /// The words of the days, from Monday on.
    package static let words = ["mo", "tu", "we", "th", "fr", "sa", "su"]

    /// The weekday after another one, within one week that begins on Monday; nil when there is none.
    func first(after weekday: Int) -> Int? {
        (weekday + 1..<max(7, weekday + 1)).first { contains(Weekdays(weekday: $0)) }
    }
}

extension Repetition {
    /// One word of `byDay`: a weekday, with or without an ordinal.
    package struct Day: Hashable, Sendable {
        package let ordinal: Int?
        /// From 0 for Monday.
        package let weekday: Int

        init(ordinal: Int?, weekday: Int) {
            self.ordinal = ordinal
            self.weekday = weekday
        }

        /// The day that a word such as `mo`, `2tu` or `-1fr` names; nil for another word.
        package init?(_ word: String) {
            guard let weekday = Weekdays.words.firstIndex(of: String(word.suffix(2))) else {
                return nil
            }
            self.weekday = weekday
            switch word.dropLast(2) {
            case "": ordinal = nil
            case "1": ordinal = 1
            case "2": ordinal = 2
            case "3": ordinal = 3
            case "4": ordinal = 4
            case "-1": ordinal = -1
            default: return nil
            }
        }
    }

    /// Seconds after midnight of a text `HH:MM` or `HH:MM:SS`; nil for another text.
    package static func time(_ text: Span<UInt8>) -> Int? {
        guard text.count == 5 || text.count == 8, text[2] == UInt8(ascii: ":"),
            let hour = text.number(0..<2), let minute = text.number(3..<5), hour < 24, minute < 60
        else { return nil }
        guard text.count == 8 else { return hour * 3_600 + minute * 60 }
        guard text[5] == UInt8(ascii: ":"), let second = text.number(6..<8), second < 60 else {
            return nil
        }
        return hour * 3_600 + minute * 60 + second
    }

    /// Whether a text can be the name of a time zone; whether there is such a zone is another
    /// question.
    package static func isZoneName(_ text: Span<UInt8>) -> Bool {
        guard 1...64 ~= text.count else { return false }
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "-"), UInt8(ascii: "/"):
                continue
            default: return false
            }
        }
        return true
    }
}
