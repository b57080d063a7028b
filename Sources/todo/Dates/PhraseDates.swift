import Foundation
import ToDoClient

/// Dates and times in the words of the page's quick add.
///
///     today · friday · in 3 days · Dec 1 2027 · 2026-12-24 · at 5pm · tomorrow 17:00 · in 2 hours
///     tonight · this evening · monday morning · next week · this weekend · the 1st of december
struct PhraseDates {
    /// What an expression says.
    struct Parts {
        var day: DayDate?
        /// In seconds after midnight.
        var time: Int?
        var moment: Date?
    }

    let now: Date
    let zone: TimeZone
    let today: DayDate

    /// The longest expression has this many words: "on 1 December 2027 at 5 pm".
    private static let mostWords = 8

    /// Nil outside of the years 1 to 9999.
    init?(now: Date, zone: TimeZone) {
        guard let today = DayDate(now, in: zone) else { return nil }
        self.now = now
        self.zone = zone
        self.today = today
    }

    /// The longest expression at the end of words, and the index of its first one.
    func end(of words: [String]) -> (start: Int, parts: Parts)? {
        for start in max(0, words.count - Self.mostWords)..<words.count {
            // A noun: "Plan the next week".
            if start > 0, words[(start - 1)...].starts(with: ["the", "next", "week"]) { continue }
            if let parts = parts(Array(words[start...])) { return (start, parts) }
        }
        return nil
    }

    /// The longest expression with a day that words begin with, and the index after it.
    ///
    /// A single short word is none: "sun cream".
    func beginning(of words: [String]) -> (end: Int, parts: Parts)? {
        for end in (0...min(Self.mostWords, max(0, words.count - 1))).reversed() where end > 0 {
            guard let parts = parts(Array(words[..<end])), parts.day != nil else { continue }
            if end > 1 || words[0].utf16.count >= 5 { return (end, parts) }
        }
        return nil
    }

    /// What words say as a whole.
    func parts(_ words: [String]) -> Parts? {
        if let moment = moment(words) { return Parts(moment: moment) }
        if words == ["tonight"] { return Parts(day: today, time: evening) }
        if words.count == 2, words[0] == "this", let time = Self.partsOfDay[words[1]] {
            return Parts(day: today, time: time)
        }
        if let day = day(words) { return Parts(day: day) }
        for count in (0..<words.count).reversed() where count > 0 {
            let (first, second) = (Array(words[..<count]), Array(words[count...]))
            for (date, hour) in [(first, second), (second, first)] {
                if let day = day(date), let time = time(hour, besideDay: true) {
                    return Parts(day: day, time: time)
                }
            }
        }
        return time(words, besideDay: false).map { Parts(time: $0) }
    }

    /// A day by its name or number.
    func day(_ words: [String]) -> DayDate? {
        if words.count == 1, let day = DayDate(words[0]) { return day }
        var reader = WordReader(words)
        let day: DayDate?
        if reader.take("today") || reader.take("tonight") {
            day = today
        } else if reader.take("next", "week") {
            day = today.adding(7 - today.weekday)
        } else if reader.take("this", "weekend") || reader.take("on", "the", "weekend") {
            day = today.adding(max(0, Self.saturday - today.weekday))
        } else if words.count == 2, words[0] == "this", Self.partsOfDay[words[1]] != nil {
            return today
        } else if reader.take("tomorrow") {
            day = today.adding(1)
        } else if reader.take("in") {
            day = later(&reader)
        } else {
            _ = reader.take("on")
            day = weekday(reader) ?? dayOfYear(words.first == "on" ? words.dropFirst() : words[...])
            return day
        }
        return reader.isEmpty ? day : nil
    }

    private func later(_ reader: inout WordReader) -> DayDate? {
        let count = reader.take { word in
            ["a", "one"].contains(word) ? 1 : word.number(digits: 1...4)
        }
        guard let count, let unit = reader.take({ EnglishWords.frequencies[$0.singular] }) else {
            return nil
        }
        switch unit {
        case .daily: return today.adding(count)
        case .weekly: return today.adding(7 * count)
        case .monthly: return today.adding(months: count)
        default: return nil
        }
    }

    /// The next day with this name, at the earliest tomorrow.
    private func weekday(_ words: WordReader) -> DayDate? {
        var reader = words
        _ = reader.take("next") || reader.take("this")
        guard let weekday = reader.take(EnglishWords.weekdays), reader.isEmpty else { return nil }
        let days = (weekday - today.weekday + 7) % 7
        return today.adding(days == 0 ? 7 : days)
    }

    private static let saturday = 5

    /// In seconds after midnight.
    private static let partsOfDay = [
        "morning": 9 * 3_600, "afternoon": 14 * 3_600, "evening": 18 * 3_600,
    ]

    /// The time of `tonight`: 20:00, or later the next full hour of today.
    private var evening: Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return min(23, max(20, calendar.component(.hour, from: now) + 1)) * 3_600
    }

    /// Month and day in either order, with or without a year.
    private func dayOfYear(_ words: ArraySlice<String>) -> DayDate? {
        var words = Array(words)
        var isDayFirst = false
        if words.first == "the" {
            words.removeFirst()
            isDayFirst = true
        }
        if words.count > 2, words[1] == "of" {
            words.remove(at: 1)
            isDayFirst = true
        }
        var year: Int?
        if words.count == 3 {
            year = words.removeLast().number(digits: 4...4)
            guard year != nil else { return nil }
            if words[1].hasSuffix(",") { words[1].removeLast() }
        }
        guard words.count == 2 else { return nil }
        let orders =
            isDayFirst ? [(words[1], words[0])] : [(words[0], words[1]), (words[1], words[0])]
        for (month, day) in orders {
            if let month = EnglishWords.months[month], let day = day.dayOfMonth {
                return self.day(day, ofMonth: month + 1, in: year)
            }
        }
        return nil
    }

    /// A day of a year, or its next occurrence from today on.
    func day(_ day: Int, ofMonth month: Int, in year: Int? = nil) -> DayDate? {
        if let year { return DayDate(year: year, month: month, day: day) }
        // 29 February can be eight years away.
        return (0...8).lazy.compactMap { DayDate(year: today.year + $0, month: month, day: day) }
            .first { $0 >= today }
    }

    private func time(_ words: [String], besideDay: Bool) -> Int? {
        if words == ["at", "noon"] || besideDay && words == ["noon"] { return 12 * 3_600 }
        if besideDay {
            if words == ["night"] || words == ["at", "night"] { return 20 * 3_600 }
            let part = words.starts(with: ["in", "the"]) ? words[2...] : words[...]
            if part.count == 1, let name = part.first, let time = Self.partsOfDay[name] {
                return time
            }
        }
        var text = words.dropFirst(words.first == "at" ? 1 : 0).joined(separator: " ")
        let half = ["am", "pm"].firstIndex { text.hasSuffix($0) }
        if half != nil {
            text.removeLast(2)
            if text.last == " " { text.removeLast() }
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let hour = parts.first?.number(digits: 1...2), parts.count <= 2 else { return nil }
        let minute = parts.count == 2 ? parts[1].number(digits: 2...2) : half == nil ? nil : 0
        guard let minute, minute < 60 else { return nil }
        guard let half else { return hour < 24 ? hour * 3_600 + minute * 60 : nil }
        guard 1...12 ~= hour else { return nil }
        return (hour % 12 + 12 * half) * 3_600 + minute * 60
    }

    private func moment(_ words: [String]) -> Date? {
        var reader = WordReader(words)
        guard reader.take("in"),
            let count = reader.take({ $0 == "an" ? 1 : $0.number(digits: 1...4) }),
            let seconds = reader.take({ ["hour": 3_600, "minute": 60][$0.singular] }),
            reader.isEmpty
        else { return nil }
        return now.addingTimeInterval(Double(count * seconds))
    }
}

extension DayDate {
    /// The date this many days later.
    func adding(_ count: Int) -> DayDate? { DayDate(days: days + count) }

    /// The date this many months later, or the last one of that month.
    func adding(months count: Int) -> DayDate? {
        let number = 12 * year + month - 1 + count
        let (year, month) = (number / 12, number % 12 + 1)
        return DayDate(
            year: year, month: month, day: min(day, DayDate.length(ofMonth: month, in: year)))
    }
}
