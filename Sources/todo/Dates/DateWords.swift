import Foundation

/// Parses dates in plain words.
///
///     today · tomorrow · friday · in 3 days · 2026-12-24 · tomorrow 18:30 · in 2 hours
///
/// A date without a time of day is the beginning of the day.
struct DateWords {
    let now: Date
    let calendar: Calendar

    /// The date; nil if the text is not a date.
    func date(_ text: String) -> Date? { due(text)?.date }

    /// The date, and whether it is a day without a time; nil if the text is not a date.
    func due(_ text: String) -> (date: Date, isDay: Bool)? {
        var words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
            .map(String.init)
        if words.count == 1, let parts = words.first?.splitAtT { words = parts }
        guard !words.isEmpty else { return nil }
        if words.first == "in" {
            let isTime = ["minute", "hour"].contains { words.last?.hasPrefix($0) == true }
            return later(Array(words.dropFirst())).map { ($0, !isTime) }
        }
        let hasTime = words.last.flatMap(TimeOfDay.init) != nil
        return moment(words).map { ($0, !hasTime) }
    }

    /// A day, a time, or both.
    private func moment(_ words: [String]) -> Date? {
        var words = words
        guard let last = words.last, let time = TimeOfDay(last) else {
            return words.count == 1 ? day(words[0]) : nil
        }
        words.removeLast()
        if words.last == "at" { words.removeLast() }
        guard words.count <= 1 else { return nil }
        let day = words.first.map(day) ?? calendar.startOfDay(for: now)
        return day.flatMap { at(time, of: $0) }
    }

    /// A day by its name or number: its beginning.
    private func day(_ word: String) -> Date? {
        let today = calendar.startOfDay(for: now)
        switch word {
        case "today": return today
        case "tomorrow": return adding(1, .day, to: today)
        case "yesterday": return adding(-1, .day, to: today)
        default: return weekday(word, after: today) ?? isoDay(word)
        }
    }

    /// The next day with this name, at the earliest tomorrow.
    private func weekday(_ word: String, after today: Date) -> Date? {
        let names = [
            "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        ]
        guard word.count >= 3, let index = names.firstIndex(where: { $0.hasPrefix(word) }) else {
            return nil
        }
        let days = (index + 1 - calendar.component(.weekday, from: today) + 7) % 7
        return adding(days == 0 ? 7 : days, .day, to: today)
    }

    /// A day as year, month and day of ISO 8601.
    private func isoDay(_ word: String) -> Date? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
            let year = Int(digits: parts[0]), let month = Int(digits: parts[1]),
            let day = Int(digits: parts[2]), year > 0
        else { return nil }
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let requested = DateComponents(year: year, month: month, day: day)
        // A calendar makes 2 March of 30 February.
        guard let date = gregorian.date(from: requested),
            gregorian.dateComponents([.year, .month, .day], from: date) == requested
        else { return nil }
        return gregorian.startOfDay(for: date)
    }

    /// A number of units from now; days and longer units begin with the day.
    private func later(_ words: [String]) -> Date? {
        guard words.count == 2 else { return nil }
        let count = ["a", "an", "one"].contains(words[0]) ? 1 : Int(digits: words[0][...])
        guard let count, count <= 100_000 else { return nil }
        let today = calendar.startOfDay(for: now)
        switch words[1] {
        case "minute", "minutes": return adding(count, .minute, to: now)
        case "hour", "hours": return adding(count, .hour, to: now)
        case "day", "days": return adding(count, .day, to: today)
        case "week", "weeks": return adding(7 * count, .day, to: today)
        case "month", "months": return adding(count, .month, to: today)
        case "year", "years": return adding(count, .year, to: today)
        default: return nil
        }
    }

    private func adding(_ count: Int, _ unit: Calendar.Component, to date: Date) -> Date? {
        calendar.date(byAdding: unit, value: count, to: date)
    }

    private func at(_ time: TimeOfDay, of day: Date) -> Date? {
        guard let zone = time.zone else {
            return calendar.date(
                bySettingHour: time.hour, minute: time.minute, second: time.second, of: day)
        }
        // The written day, in the written time zone.
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        var parts = gregorian.dateComponents([.year, .month, .day], from: day)
        gregorian.timeZone = zone
        parts.hour = time.hour
        parts.minute = time.minute
        parts.second = time.second
        return gregorian.date(from: parts)
    }
}

extension String {
    /// Day and time of a date in the form of ISO 8601; nil if it is another one.
    fileprivate var splitAtT: [String]? {
        let parts = split(separator: "t", omittingEmptySubsequences: false).map(String.init)
        // "today" and "tuesday" have letters behind the t.
        guard parts.count == 2, parts[0].first?.isNumber == true else { return nil }
        return parts
    }
}

extension Int {
    /// A number of ASCII digits alone; nil if there are other characters.
    init?(digits text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
