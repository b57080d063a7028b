public import Foundation

/// When an item is due: on a day, which is the same in every time zone, or at a time.
public enum Due: Hashable, Sendable {
    /// On a day, without a time.
    case day(DayDate)
    /// At an instant.
    case time(Date)

    /// The due date of an item; nil if it has none, or one that no calendar shows.
    ///
    /// A timestamp at a local midnight counts as a day, because apps that do not know `day` write
    /// it.
    public init?(_ item: ToDoItem, in timeZone: TimeZone = .current) {
        guard let timestamp = item.timestamp ?? item.day?.start(in: timeZone).timeIntervalSince1970
        else { return nil }
        self.init(timestamp: timestamp, day: item.dueDay(in: timeZone))
    }

    private init?(timestamp: Double, day: DayDate?) {
        if let day {
            self = .day(day)
        } else {
            guard ToDoItem.times.contains(timestamp) else { return nil }
            self = .time(Date(timeIntervalSince1970: timestamp))
        }
    }

    /// The due date of a text such as `friday 18:30` or `in 3 Tagen`; nil if it is something else.
    ///
    /// It takes the words of a title (``QuickAdd``), and shorter ones: `3d`, `2w`, `6mo`, `1y`,
    /// `eom` for the end of the month, a weekday or a time alone, and `2026-12-24T18:30+01:00`.
    /// English words are understood in every language.
    public init?(
        _ text: String, words: WordLanguage, now: Date = Date(), in timeZone: TimeZone = .current
    ) {
        guard let moment = Moment(now, timeZone) else { return nil }
        for language in words == .english ? [words] : [words, .english] {
            if let due = DueText(language, moment).due(text) {
                self = due
                return
            }
        }
        return nil
    }

    /// The day in a time zone; nil outside of the years 1 to 9999.
    func day(in timeZone: TimeZone) -> DayDate? {
        switch self {
        case .day(let day): day
        case .time(let date): DayDate(date, in: timeZone)
        }
    }
}

extension ToDoItem {
    /// Makes the item due on a day or at a time; the rule stays.
    public mutating func setDue(_ due: Due, in timeZone: TimeZone = .current) {
        switch due {
        case .day(let day): setDay(day, in: timeZone)
        case .time(let date):
            timestamp = date.timeIntervalSince1970
            day = nil
        }
    }
}
