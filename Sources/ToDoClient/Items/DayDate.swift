/// A date of the calendar, the same in every time zone: 1 January 0001 to 31 December 9999.
///
/// A date that does not exist, such as 30 February, has no value. Written as `YYYY-MM-DD`.
public struct DayDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The days since 1 January 1970.
    package let days: Int

    /// All possible dates, as days since 1 January 1970.
    package static let all = -719_162...2_932_896

    /// The date this many days after 1 January 1970; nil out of range.
    package init?(days: Int) {
        guard Self.all.contains(days) else { return nil }
        self.days = days
    }

    /// The date with these parts, each counted from 1; nil if there is no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9_999 ~= year, 1...12 ~= month,
            1...Self.length(ofMonth: month, in: year) ~= day
        else { return nil }
        days = Self.daysBefore(month: month, of: year) + day - 1
    }

    /// The date of a text `YYYY-MM-DD`; nil for another text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The year.
    public var year: Int { parts.year }
    /// The month, from 1 for January.
    public var month: Int { parts.month }
    /// The day of the month, from 1.
    public var day: Int { parts.day }

    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = parts
        return Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2)
    }

    /// Whether a date is before another one.
    public static func < (left: DayDate, right: DayDate) -> Bool { left.days < right.days }

    /// The day of the week, from 0 for Monday.
    package var weekday: Int { (days + 719_162) % 7 }

    /// The number of days of a month.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// The days from 1 January 1970 to the first of a month.
    private static func daysBefore(month: Int, of year: Int) -> Int {
        let years = year - 1
        let days = 365 * years + years / 4 - years / 100 + years / 400 + all.lowerBound
        return (1..<month).reduce(days) { $0 + length(ofMonth: $1, in: year) }
    }

    private var parts: (year: Int, month: Int, day: Int) {
        // A year has 365.2425 days on average, so this is at most one year too early.
        var year = max(1, (days - Self.all.lowerBound) * 10_000 / 3_652_425)
        while Self.daysBefore(month: 1, of: year + 1) <= days { year += 1 }
        var day = days - Self.daysBefore(month: 1, of: year)
        var month = 1
        while day >= Self.length(ofMonth: month, in: year) {
            day -= Self.length(ofMonth: month, in: year)
            month += 1
        }
        return (year, month, day + 1)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: count - text.count) + text
    }
}

extension DayDate: Codable {
    /// Reads `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = DayDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is not a date of the form YYYY-MM-DD.")
        }
        self = date
    }

    /// Writes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
