import Foundation
import ToDoClient

/// A date or a rule in words at the end of a title, or a date at its beginning, as the page's quick add
/// reads it.
///
///     Call Ada friday 5pm
///     tomorrow call Ada
///     Water the plants every 2 weeks on mon,thu from friday at 9:00 until 30 June
///
///     phrase = date | [date] ("every" | "every!") rule [date] ["until" day]
///
/// A phrase is understood as a whole or not at all: words that are half of one stay title.
struct DuePhrase {
    /// A due date: a day, or the seconds since 1970.
    enum Due: Equatable {
        case day(DayDate)
        case time(Double)
    }

    /// The text before the phrase, or after a date that it begins with.
    let title: String
    let due: Due
    /// Whether words name the due date; if not, it is the first day of the rule.
    let namesDue: Bool
    /// The rule; nil for a date alone.
    let rule: Repetition?

    /// The phrase of a text; nil if there is none, or nothing else.
    init?(_ text: String, _ dates: PhraseDates) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let lower = words.map { $0.lowercased() }
        guard let found = Reading(lower, dates) else { return nil }
        var title =
            found.start > 0
            ? text[..<words[found.start].startIndex] : text[words[found.end - 1].endIndex...]
        title = title.drop(while: \.isWhitespace)
        while title.last?.isWhitespace == true { title.removeLast() }
        if found.start > 0, title.last == "," {
            title.removeLast()
            while title.last?.isWhitespace == true { title.removeLast() }
        }
        guard !title.isEmpty else { return nil }
        self.title = String(title)
        due = found.due
        namesDue = found.namesDue
        rule = found.rule
    }
}

/// A phrase among words.
private struct Reading {
    let start: Int
    let end: Int
    let due: DuePhrase.Due
    let namesDue: Bool
    let rule: Repetition?

    init?(_ words: [String], _ dates: PhraseDates) {
        let places = words.indices.filter { ["every", "every!"].contains(words[$0]) }
        // Half a rule would be lost in the title.
        func hasHalfRule(before end: Int) -> Bool {
            places.contains { $0 < end && Self.looksLikeRule(Self.joined(words[$0..<end])) }
        }
        for place in places {
            guard let found = Reading(words, place, dates) else { continue }
            guard !hasHalfRule(before: found.start) else { return nil }
            self = found
            return
        }
        guard !hasHalfRule(before: words.count) else { return nil }
        (namesDue, rule) = (true, nil)
        if let (start, parts) = dates.end(of: words), start > 0, !hasHalfRule(before: start),
            let due = dates.due(parts)
        {
            (self.start, end, self.due) = (start, words.count, due)
        } else if let (end, parts) = dates.beginning(of: words), let due = dates.due(parts) {
            (start, self.end, self.due) = (0, end, due)
        } else {
            return nil
        }
    }

    /// The phrase whose rule begins at a word.
    private init?(_ words: [String], _ place: Int, _ dates: PhraseDates) {
        guard words.count >= place + 2 else { return nil }
        for end in (place + 2...words.count).reversed() {
            guard Self.looksLikeRule(Self.joined(words[place..<end])),
                let found = RuleWords(Self.joined(words[place + 1..<end]), dates),
                let rest = Rest(words[end...], dates)
            else { continue }
            let around = dates.end(of: Array(words[..<place]) + rest.words)
            // All that follows the rule belongs to it.
            if !rest.words.isEmpty, (around?.start ?? .max) > place { continue }
            guard
                let reading = Reading(
                    found, rest, around, place, isFromDone: words[place].hasSuffix("!"),
                    end: words.count,
                    dates)
            else { return nil }
            self = reading
            return
        }
        return nil
    }

    private init?(
        _ words: RuleWords, _ rest: Rest, _ around: (start: Int, parts: PhraseDates.Parts)?,
        _ place: Int, isFromDone: Bool, end: Int, _ dates: PhraseDates
    ) {
        var rule = words.rule
        let hasDays = rule.byDay != nil || rule.byMonthDay != nil || words.on != nil
        if hasDays, isFromDone || rest.hasDay { return nil }
        if words.needsTime, around?.parts.time == nil { return nil }
        if isFromDone { rule.from = .done }
        rule.until = rest.until
        var parts = around?.parts ?? PhraseDates.Parts()
        parts.day = parts.day ?? words.on
        guard let due = dates.due(parts, rule) else { return nil }
        self.due = due
        self.rule = rule
        start = min(place, around?.start ?? place)
        self.end = end
        namesDue = around != nil || words.on != nil
    }

    /// The words without the commas of a list.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        words.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// Whether a reader takes words for a rule, with their `every`.
    private static func looksLikeRule(_ words: [String]) -> Bool {
        if words.count == 1 { return true }
        for word in words.dropFirst() {
            if isUnit(word) { return true }
            let isCount =
                Int(digits: (word.withoutOrdinalEnding ?? word)[...]) != nil
                || ["single", "few", "couple", "of"].contains(word)
                || EnglishWords.ordinals[word] != nil || EnglishWords.counts[word] != nil
            guard isCount else { return false }
        }
        return false
    }

    private static let units: Set<String> = [
        "minute", "hour", "day", "weekday", "workday", "week", "weekend", "month", "quarter",
        "year", "morning", "noon", "afternoon", "evening", "night",
    ]

    private static func isUnit(_ word: String) -> Bool {
        [word, word.singular].contains {
            units.contains($0) || EnglishWords.weekdays[$0] != nil || EnglishWords.months[$0] != nil
        } || word.withoutOrdinalEnding != nil
    }
}

/// The words after a rule, without what says until when.
private struct Rest {
    var words: [String]
    var until: DayDate?
    /// Whether no word leads to their day, so that it could be a part of the rule.
    var hasDay = false

    /// Nil if the words say something else.
    init?(_ all: ArraySlice<String>, _ dates: PhraseDates) {
        let parts = all.split(separator: "until", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        words = Array(parts[0])
        if parts.count == 2 {
            guard let day = dates.day(Array(parts[1])) else { return nil }
            until = day
        }
        if words.first == "on" { return nil }
        if ["starting", "from"].contains(words.first), words.count > 1 {
            words.removeFirst()
        } else {
            hasDay = dates.parts(words)?.day != nil
        }
    }
}

extension PhraseDates {
    /// A time alone is its next occurrence; a rule without a day begins with the first one that fits.
    func due(_ parts: Parts, _ rule: Repetition? = nil) -> DuePhrase.Due? {
        let isOver = parts.time.map { today.instant($0, in: zone).date <= now } ?? false
        guard let next = today.adding(isOver ? 1 : 0),
            let day = parts.moment.map({ DayDate($0, in: zone) }) ?? parts.day
                ?? (rule.map { $0.firstDay(from: next) } ?? next)
        else { return nil }
        if let until = rule?.until, day > until { return nil }
        if let moment = parts.moment {
            return .time(moment.timeIntervalSince1970.rounded(.down))
        }
        guard let time = parts.time else { return .day(day) }
        return .time(day.instant(time, in: zone).date.timeIntervalSince1970)
    }
}

extension Repetition {
    /// The first day that fits the rule, at the earliest this one.
    func firstDay(from day: DayDate) -> DayDate? {
        // More than the longest distance between two dates that fit one rule.
        for ahead in 0...62 {
            guard let date = day.adding(ahead), until.map({ date <= $0 }) ?? true else {
                return nil
            }
            if fits(date) { return date }
        }
        return nil
    }

    private func fits(_ date: DayDate) -> Bool {
        let last = DayDate.length(ofMonth: date.month, in: date.year)
        if let byMonthDay { return date.day == min(byMonthDay, last) }
        guard let byDay else { return true }
        return byDay.contains { day in
            guard day.weekday.index == date.weekday else { return false }
            guard let ordinal = day.ordinal else { return true }
            return ordinal < 0 ? date.day > last - 7 : ordinal == (date.day + 6) / 7
        }
    }
}
