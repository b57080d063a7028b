import Foundation

/// Reads a due date without a title: the words of a title, and shorter ones.
///
///     tomorrow · next friday · 24 dec · 5pm · 2026-12-24T18:30Z · in 2 years · 3d · eom · yesterday
struct DueText {
    private let grammar: Grammar
    private let moment: Moment
    private let phrases: PhraseReader

    init(_ language: WordLanguage, _ moment: Moment) {
        grammar = language.grammar
        self.moment = moment
        phrases = PhraseReader(grammar, moment)
    }

    /// The date; nil if the text is not a date.
    func due(_ text: String) -> Due? {
        var typed = text.precomposedStringWithCanonicalMapping.lowercased()
            .split(whereSeparator: \.isWhitespace).map(String.init)
        if typed.count == 1, let parts = typed.first?.splitAtT { typed = parts }
        var words = grammar.fold(typed).flatMap(\.self)
        if let due = phrases.due(words) { return due }
        if let day = day(words) { return .day(day) }
        guard let time = words.popLast().flatMap(ZonedTime.init) else { return nil }
        if let last = words.last, ["at", "um"].contains(last) { words.removeLast() }
        if words.isEmpty { return next(time).map(Due.time) }
        return day(words).map { .time(time.date(on: $0, in: moment.zone)) }
    }

    /// The next occurrence of a time, whose date may differ in the zone of the time.
    private func next(_ time: ZonedTime) -> Date? {
        let days = (-1...2).compactMap { moment.today.adding($0) }
        return days.map { time.date(on: $0, in: moment.zone) }.first { $0 > moment.now }
    }

    private func day(_ words: [String]) -> DayDate? {
        if let day = phrases.day(words) { return day }
        if words.count == 3, words[0] == "in",
            ["year", "years", "jahr", "jahren"].contains(words[2])
        {
            let count =
                ["a", "one", "einem"].contains(words[1]) ? 1 : words[1].number(digits: 1...4)
            return count.flatMap { moment.today.adding(months: 12 * $0) }
        }
        guard words.count == 1 else { return nil }
        switch words[0] {
        case "yesterday", "gestern": return moment.today.adding(-1)
        case "eom": return moment.endOfMonth
        default: return short(words[0])
        }
    }

    /// A number with a letter for its unit: `3d`.
    private func short(_ word: String) -> DayDate? {
        let number = word.prefix { $0.isNumber }
        guard let count = String(number).number(digits: 1...4) else { return nil }
        switch word.dropFirst(number.count) {
        case "d": return moment.today.adding(count)
        case "w": return moment.today.adding(7 * count)
        case "mo": return moment.today.adding(months: count)
        case "y": return moment.today.adding(months: 12 * count)
        default: return nil
        }
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
