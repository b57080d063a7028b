public import Foundation

extension Due {
    /// The due date in words, near today as one: `today`, `tomorrow 18:30`, `Fri`, `24 Dec`,
    /// `24 Dec 2027`.
    public func words(
        _ language: WordLanguage, now: Date = Date(), in timeZone: TimeZone = .current
    ) -> String {
        guard let day = day(in: timeZone), let today = DayDate(now, in: timeZone) else { return "" }
        let text =
            switch day.days - today.days {
            case -1: language.words.yesterday
            case 0: language.words.today
            case 1: language.words.tomorrow
            case 2...6: language.words.shortWeekdays[day.weekday]
            default: language.words.day(day, today)
            }
        return text + time(in: timeZone)
    }

    /// Weekday, day and month: `Fri 11 Dec`, `Fri 11 Dec 18:30`.
    public func weekdayAndDay(
        _ language: WordLanguage, now: Date = Date(), in timeZone: TimeZone = .current
    ) -> String {
        guard let day = day(in: timeZone), let today = DayDate(now, in: timeZone) else { return "" }
        let words = language.words
        return "\(words.shortWeekdays[day.weekday]) \(words.day(day, today))\(time(in: timeZone))"
    }

    /// A space and the time; empty for a day.
    private func time(in timeZone: TimeZone) -> String {
        guard case .time(let date) = self else { return "" }
        let seconds =
            Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        let minutes = (seconds % 86_400 + 86_400) % 86_400 / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return " \(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension WordLanguage {
    /// The words that a language writes.
    struct Words: Sendable {
        let yesterday: String
        let today: String
        let tomorrow: String
        let shortWeekdays: [String]
        let weekdays: [String]
        let months: [String]
        /// Behind the number of a day.
        let dot: String

        /// Day and month, with the year if it is not that of another day.
        func day(_ day: DayDate, _ today: DayDate? = nil) -> String {
            let text = "\(day.day)\(dot) \(months[day.month - 1])"
            return day.year == today?.year ? text : "\(text) \(day.year)"
        }
    }

    var words: Words {
        switch self {
        case .english: Self.englishWords
        case .german: Self.germanWords
        }
    }

    private static let englishWords = Words(
        yesterday: "yesterday", today: "today", tomorrow: "tomorrow",
        shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        weekdays: [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
        ],
        months: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ], dot: "")

    private static let germanWords = Words(
        yesterday: "gestern", today: "heute", tomorrow: "morgen",
        shortWeekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        weekdays: [
            "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
        ],
        months: [
            "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.",
            "Nov.", "Dez.",
        ], dot: ".")
}
