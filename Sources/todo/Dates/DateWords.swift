import Foundation
import ToDoClient

/// Parses the date of `--due`: the words of a title, and shorter ones.
///
///     tomorrow · next friday · 24 dec · 5pm · 2026-12-24T18:30Z · in 2 years · 3d · eom · yesterday
struct DateWords {
    let dates: PhraseDates

    /// The date; nil if the text is not a date.
    func due(_ text: String) -> DuePhrase.Due? {
        var words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "\t" })
            .map(String.init)
        if words.count == 1, let parts = words.first?.splitAtT { words = parts }
        if let parts = dates.parts(words) { return dates.due(parts) }
        if let day = day(words) { return .day(day) }
        guard let time = words.popLast().flatMap(TimeOfDay.init) else { return nil }
        if words.last == "at" { words.removeLast() }
        if words.isEmpty { return next(time).map { .time($0.timeIntervalSince1970) } }
        guard let day = day(words) else { return nil }
        return .time(time.date(on: day, in: dates.zone).timeIntervalSince1970)
    }

    /// The next occurrence of a time, whose date may differ in the zone of the time.
    private func next(_ time: TimeOfDay) -> Date? {
        let days = (-1...2).compactMap { dates.today.adding($0) }
        return days.map { time.date(on: $0, in: dates.zone) }.first { $0 > dates.now }
    }

    private func day(_ words: [String]) -> DayDate? {
        if let day = dates.day(words) { return day }
        var reader = WordReader(words)
        let day: DayDate?
        if reader.take("yesterday") {
            day = dates.today.adding(-1)
        } else if reader.take("eom") {
            day = dates.today.endOfMonth
        } else if reader.take("in") {
            let count = reader.take { ["a", "one"].contains($0) ? 1 : $0.number(digits: 1...4) }
            day =
                reader.take("years") || reader.take("year")
                ? count.flatMap { dates.today.adding(months: 12 * $0) } : nil
        } else {
            day = reader.take(short)
        }
        return reader.isEmpty ? day : nil
    }

    /// A number with a letter for its unit: `3d`.
    private func short(_ word: String) -> DayDate? {
        let number = word.prefix { $0.isNumber }
        guard let count = String(number).number(digits: 1...4) else { return nil }
        switch word.dropFirst(number.count) {
        case "d": return dates.today.adding(count)
        case "w": return dates.today.adding(7 * count)
        case "mo": return dates.today.adding(months: count)
        case "y": return dates.today.adding(months: 12 * count)
        default: return nil
        }
    }
}

extension DayDate {
    fileprivate var endOfMonth: DayDate? {
        DayDate(year: year, month: month, day: DayDate.length(ofMonth: month, in: year))
    }
}

extension String {
    /// Day and time of a date in the form of ISO 8601; nil for another form.
    fileprivate var splitAtT: [String]? {
        let parts = split(separator: "t", omittingEmptySubsequences: false).map(String.init)
        // "today" and "tuesday" have letters behind the t.
        guard parts.count == 2, parts[0].first?.isNumber == true else { return nil }
        return parts
    }
}

extension Int {
    /// A number of only ASCII digits; nil if there are other characters.
    init?(digits text: Substring) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
