public import Foundation

/// A rule by which an item comes back when it is done.
///
/// The words are those of iCalendar and JSCalendar (RFC 5545, RFC 8984). The server makes the next
/// item when it receives the completion; apps show and change the rule, and compute nothing. A
/// member that this version does not know, or cannot read, is kept and sent back unchanged.
public struct Repetition: Hashable, Sendable {
    /// How often the item comes back: one of the constants, or a word of a later server.
    public struct Frequency: RawRepresentable, Hashable, Sendable {
        /// The word in JSON.
        public let rawValue: String

        /// The frequency with a word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Every day, or every few days.
        public static let daily = Frequency(rawValue: "daily")
        /// Every week, or every few weeks.
        public static let weekly = Frequency(rawValue: "weekly")
        /// Every month, or every few months.
        public static let monthly = Frequency(rawValue: "monthly")
        /// Every year, or every few years.
        public static let yearly = Frequency(rawValue: "yearly")
    }

    /// What the next date is counted from.
    public enum Origin: String, CaseIterable, Sendable {
        /// The due date.
        case due
        /// The day of completion.
        case done
    }

    /// A day of the week.
    public enum Weekday: String, CaseIterable, Sendable {
        /// Monday, with which a week begins.
        case monday = "mo"
        /// Tuesday.
        case tuesday = "tu"
        /// Wednesday.
        case wednesday = "we"
        /// Thursday.
        case thursday = "th"
        /// Friday.
        case friday = "fr"
        /// Saturday.
        case saturday = "sa"
        /// Sunday.
        case sunday = "su"
    }

    /// A weekday, of each week or once a month.
    public struct Day: Hashable, Sendable {
        /// The day of the week.
        public let weekday: Weekday
        /// Within a month: 1 for the first to 4 for the fourth, -1 for the last; nil in a week.
        public let ordinal: Int?

        /// A weekday; with an ordinal, the weekday of a month.
        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }
    }

    /// How often.
    public var frequency: Frequency
    /// Every how many days, weeks, months or years: 1 to 999.
    public var interval: Int
    /// The days of a week, from Monday on, or one day of a month with its ordinal; nil for none.
    public var byDay: [Day]? { didSet { byDay = Self.inOrder(byDay) } }
    /// The day of the month, 1 to 31; in shorter months their last day.
    public var byMonthDay: Int?
    /// The time of day `HH:MM` or `HH:MM:SS`, for items without `day`.
    public var time: String?
    /// What the next date is counted from.
    public var from: Origin
    /// The last date that is allowed.
    public var until: DayDate?
    /// The IANA name of the time zone that says which day is today and what a time means.
    public var timeZone: String
    /// Members that this version does not know or cannot read.
    package var others: [String: JSONValue] = [:]

    /// A rule; with only a frequency, it counts from the due date, in the time zone of the device.
    public init(
        _ frequency: Frequency, interval: Int = 1, byDay: [Day]? = nil, byMonthDay: Int? = nil,
        time: String? = nil, from: Origin = .due, until: DayDate? = nil,
        timeZone: String = Repetition.name(of: .current)
    ) {
        self.frequency = frequency
        self.interval = interval
        self.byDay = Self.inOrder(byDay)
        self.byMonthDay = byMonthDay
        self.time = time
        self.from = from
        self.until = until
        self.timeZone = timeZone
    }

    /// The name of a time zone for a rule; UTC for a zone that no other system knows by its name.
    public static func name(of zone: TimeZone) -> String {
        let name = zone.identifier
        let isNamed = name.contains("/") && TimeZone.knownTimeZoneIdentifiers.contains(name)
        return isNamed ? name : "UTC"
    }

    /// From Monday on, as the server writes them.
    static func inOrder(_ days: [Day]?) -> [Day]? {
        days?.sorted { $0.weekday.index < $1.weekday.index }
    }
}

extension Repetition.Weekday {
    /// From 0 for Monday.
    package var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Repetition.Day {
    /// The word in JSON: `mo`, `2tu`, `-1fr`.
    package var text: String { (ordinal.map(String.init) ?? "") + weekday.rawValue }

    /// The day with a word; nil if it is unknown.
    package init?(text: String) {
        guard let weekday = Repetition.Weekday(rawValue: String(text.suffix(2))) else { return nil }
        let number = text.dropLast(2)
        let ordinal = [1, 2, 3, 4, -1].first { String($0) == number }
        guard number.isEmpty || ordinal != nil else { return nil }
        self.init(weekday, ordinal: ordinal)
    }
}
