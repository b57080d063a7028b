import Items

/// A due date as Todoist writes it in its user's words.
///
///     DAY [TIME]     2026-12-04 17:00 · Dec 4th, 2026 · 4 December 2026 at 5:30 pm
///     RULE [TIME]    daily · every other day · every! 3 weeks · every mon, wed and fri at 9am
///
/// A word that says something only on the day when it was written, such as `tomorrow`, is none.
struct TodoistDate {
    let due: DueMoment
    let rule: ImportedRule?

    /// Reads a text; nil for any other. A rule begins with its first date from today on.
    init?(_ text: String, isEnglish: Bool, in zone: NamedZone, now: Double) {
        guard 1...100 ~= text.utf8.count else { return nil }
        var words = Words(text, isEnglish: isEnglish)
        var rule: ImportedRule?
        let date: CivilDate
        if let day = words.day() {
            date = day
        } else if let read = words.rule() {
            rule = read
            rule?.rule.timeZone = zone.name
            guard let first = read.rule.first(from: zone.date(at: now)) else { return nil }
            date = first
        } else {
            return nil
        }
        let time = words.isEmpty ? nil : words.time()
        guard words.isEmpty else { return nil }
        let due = time.map { DueMoment(date, $0, in: zone) } ?? DueMoment(day: date, in: zone)
        guard let due else { return nil }
        self.due = due
        self.rule = rule
    }
}

extension Repetition {
    /// The first date of the rule from a date on.
    fileprivate func first(from date: CivilDate) -> CivilDate? {
        guard byDay != nil || byMonthDay != nil else { return date }
        var rule = self
        // The first is in this week or month, whatever comes after it.
        rule.interval = 1
        let before = date.adding(days: -1)
        return rule.next(after: before, today: before)?.date
    }
}

/// The words of a date that are not read yet.
private struct Words {
    private var words: [Substring]
    private let isEnglish: Bool

    init(_ text: String, isEnglish: Bool) {
        self.isEnglish = isEnglish
        words = text.lowercased().split { $0.isWhitespace }.flatMap { word -> [Substring] in
            // A comma is a word, and so is the time behind `2026-12-04T`.
            if word.hasSuffix(","), word.count > 1 { return [word.dropLast(), ","] }
            let parts = word.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, CivilDate(String(parts[0])) != nil, !parts[1].isEmpty {
                return parts
            }
            return [word]
        }
    }

    var isEmpty: Bool { words.isEmpty }

    private mutating func take(_ word: String) -> Bool {
        guard words.first.map({ $0 == word }) ?? false else { return false }
        words.removeFirst()
        return true
    }

    /// Reads what `read` finds, or nothing.
    private mutating func attempt<T>(_ read: (inout Words) -> T?) -> T? {
        var copy = self
        guard let result = read(&copy) else { return nil }
        self = copy
        return result
    }

    private mutating func next() -> String? {
        words.isEmpty ? nil : String(words.removeFirst())
    }
}

// Days and times.
extension Words {
    mutating func day() -> CivilDate? {
        attempt { words in
            guard let first = words.next() else { return nil }
            if let date = CivilDate(first) { return date }
            guard words.isEnglish, let second = words.next() else { return nil }
            _ = words.take(",")
            guard let third = words.next(), third.utf8.count == 4,
                third.utf8.allSatisfy(\.isDigit), let year = Int(third),
                let month = Self.month(second) ?? Self.month(first),
                let day = Self.dayOfMonth(Self.month(second) == nil ? second : first)
            else { return nil }
            return CivilDate(year: year, month: month, day: day)
        }
    }

    private static func month(_ word: String) -> Int? {
        let months = [
            "january", "february", "march", "april", "may", "june", "july", "august",
            "september", "october", "november", "december",
        ]
        return months.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
    }

    /// `4`, `4th`.
    private static func dayOfMonth(_ word: String) -> Int? {
        ordinal(word) ?? (word.utf8.allSatisfy(\.isDigit) ? Int(word) : nil)
    }

    /// `1st`, `22nd`, `3rd`, `4th`.
    private static func ordinal(_ word: String) -> Int? {
        let digits = word.utf8.prefix { $0.isDigit }
        guard 1...2 ~= digits.count,
            ["st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
        else { return nil }
        return Int(String(digits) ?? "")
    }

    /// Seconds after midnight of `17:00`, `5pm` or `5:30 pm`, which `at` may precede.
    mutating func time() -> Int? {
        attempt { words in
            if words.isEnglish { _ = words.take("at") }
            guard var word = words.next() else { return nil }
            if let time = Repetition.time(word.utf8.span) {
                if !words.words.isEmpty { return words.isEnglish ? words.half(word) : nil }
                return time
            }
            guard words.isEnglish else { return nil }
            if word.hasSuffix("am") || word.hasSuffix("pm") {
                let half = word.suffix(2)
                words.words.insert(half, at: 0)
                word = String(word.dropLast(2))
            }
            return words.half(word)
        }
    }

    /// The time of hours, with or without minutes, before `am` or `pm`.
    private mutating func half(_ clock: String) -> Int? {
        guard let half = next(), half == "am" || half == "pm" else { return nil }
        let padded = clock.utf8.count == 1 || clock.dropFirst().first == ":" ? "0" + clock : clock
        let text = padded.utf8.count == 2 ? padded + ":00" : padded
        guard let time = Repetition.time(text.utf8.span), 3_600..<13 * 3_600 ~= time else {
            return nil
        }
        return time % 43_200 + (half == "pm" ? 43_200 : 0)
    }
}

// Rules.
extension Words {
    mutating func rule() -> ImportedRule? {
        guard isEnglish else { return nil }
        return attempt { words in
            guard let first = words.next() else { return nil }
            if let frequency = Repetition.Frequency(rawValue: first) {
                return ImportedRule(rule: Repetition(frequency))
            }
            guard first == "every" || first == "every!" else { return nil }
            let isFromDone = first == "every!"
            let interval = words.interval()
            if var rule = words.unit() {
                rule.interval = interval ?? 1
                rule.from = isFromDone ? .done : .due
                return ImportedRule(rule: rule)
            }
            guard !isFromDone, interval == nil || interval == 2 else { return nil }
            if interval == nil, let rule = words.fixedDays() { return rule }
            guard let days = words.weekdays() else { return nil }
            var rule = Repetition(.weekly)
            rule.interval = interval ?? 1
            rule.byDay = .weekdays(days)
            return ImportedRule(rule: rule)
        }
    }

    /// `other`, or a number before a unit.
    private mutating func interval() -> Int? {
        attempt { words in
            guard let word = words.next() else { return nil }
            if word == "other" { return 2 }
            var rest = words
            guard word.utf8.allSatisfy(\.isDigit), let number = Int(word),
                Repetition.intervals.contains(number), rest.unit() != nil
            else { return nil }
            return number
        }
    }

    private mutating func unit() -> Repetition? {
        attempt { words in
            switch words.next() {
            case "day", "days": return Repetition(.daily)
            case "week", "weeks": return Repetition(.weekly)
            case "month", "months": return Repetition(.monthly)
            case "year", "years": return Repetition(.yearly)
            default: return nil
            }
        }
    }

    /// `weekday`, `15th`, `last day`.
    private mutating func fixedDays() -> ImportedRule? {
        attempt { words in
            guard let word = words.next() else { return nil }
            if word == "weekday" {
                var rule = Repetition(.weekly)
                rule.byDay = .weekdays(Weekdays(rawValue: 0b1_1111))
                return ImportedRule(rule: rule)
            }
            var rule = Repetition(.monthly)
            if word == "last" {
                guard words.take("day") else { return nil }
                rule.byMonthDay = 31
                return ImportedRule(rule: rule, isLastDay: true)
            }
            guard let day = Self.ordinal(word), Repetition.monthDays.contains(day) else {
                return nil
            }
            rule.byMonthDay = day
            return ImportedRule(rule: rule)
        }
    }

    /// `mon`, `monday, wed and fri`.
    private mutating func weekdays() -> Weekdays? {
        attempt { words in
            var days: Weekdays = []
            repeat {
                guard let word = words.next(), let day = Self.weekday(word) else { return nil }
                days.insert(Weekdays(weekday: day))
            } while words.takeSeparator()
            return days
        }
    }

    private mutating func takeSeparator() -> Bool {
        let comma = take(",")
        let and = take("and")
        return comma || and
    }

    private static func weekday(_ word: String) -> Int? {
        let weekdays = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        return weekdays.firstIndex { $0 == word || $0.prefix(3) == word }
    }
}
