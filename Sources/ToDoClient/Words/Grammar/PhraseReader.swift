import Foundation

/// Reads a date or a rule among words.
///
///     phrase = [expression] rule [expression] ["until" day] | expression
///
/// A phrase is at the end of the words, or else at their beginning. It is understood as a whole or
/// not at all.
struct PhraseReader {
    /// A phrase; the other words are a title.
    struct Phrase {
        let start: Int
        let end: Int
        let due: Due
        /// Whether words name the due date; if not, it is the first day of the rule.
        var namesDue = true
        var rule: Repetition?
    }

    private let reader: ExpressionReader
    private var grammar: Grammar { reader.grammar }
    private var moment: Moment { reader.moment }

    /// The longest rule names all days.
    private static let mostRuleWords = 24

    init(_ grammar: Grammar, _ moment: Moment) {
        reader = ExpressionReader(grammar: grammar, moment: moment)
    }

    func phrase(_ words: [String]) -> Phrase? {
        let places = words.indices.filter { grammar.openers.contains(words[$0]) }
        /// Whether a part of the title contains words like a rule.
        func hasHalfRule(_ range: Range<Int>) -> Bool {
            places.contains {
                range.contains($0)
                    && grammar.looksLikeRule(Self.joined(words[$0..<range.upperBound]))
            }
        }
        for place in places {
            guard let phrase = phrase(words, ruleAt: place) else { continue }
            let isPart =
                hasHalfRule(0..<phrase.start)
                || reader.isPart(words, phrase.start, phrase.end, isTime: false)
            return isPart ? nil : phrase
        }
        if places.first == 0, words.count > 1 {
            for end in (1...min(ExpressionReader.mostWords + 4, words.count - 1)).reversed() {
                guard let phrase = phrase(Array(words[..<end]), ruleAt: 0) else { continue }
                let isAll =
                    !hasHalfRule(end..<words.count) && self.end(of: Array(words[end...])) == nil
                    && !reader.isPart(words, 0, end, isTime: false)
                return isAll ? phrase : nil
            }
        }
        return hasHalfRule(0..<words.count) ? nil : expression(words)
    }

    /// A phrase without a rule.
    private func expression(_ words: [String]) -> Phrase? {
        let last = end(of: words)
        let first = reader.beginning(of: words[..<(last?.start ?? words.count)])
        // The date at one end and the time at the other.
        if let last, let first, (last.parts.time == nil) != (first.parts.time == nil) { return nil }
        guard let found = last ?? first, found.end - found.start < words.count else { return nil }
        let isTime = found.parts.time != nil && found.parts.day == nil
        guard !reader.isPart(words, found.start, found.end, isTime: isTime),
            let due = due(found.parts)
        else { return nil }
        return Phrase(start: found.start, end: found.end, due: due)
    }

    private func end(
        of words: [String], _ place: ExpressionReader.Place = .alone
    ) -> ExpressionReader.Expression? {
        reader.end(of: words, place) { due($0) != nil }
    }

    /// The phrase whose rule begins at a word. The words around it can name its first date.
    private func phrase(_ words: [String], ruleAt place: Int) -> Phrase? {
        for end in (place + 1...min(words.count, place + Self.mostRuleWords)).reversed() {
            let text = Self.joined(words[place..<end])
            guard grammar.looksLikeRule(text),
                let reading = reader.match(grammar.rules, text.dropFirst()),
                let rest = Rest(words[end...], reader)
            else { continue }
            let around = self.end(
                of: Array(words[..<place]) + rest.words,
                rest.words.isEmpty ? .besideDate : .afterDate)
            // All that follows the rule belongs to it.
            if !rest.words.isEmpty, (around?.start ?? .max) > place { continue }
            let isFromDone = words[place].hasSuffix("!")
            var rule = reading.rule
            let hasDays = rule.byDay != nil || rule.byMonthDay != nil || reading.on != nil
            if hasDays, isFromDone || rest.hasDay { return nil }
            if isFromDone { rule.from = .done }
            rule.until = rest.until
            var parts = around?.parts ?? .init()
            parts.day = parts.day ?? reading.on
            guard let due = due(parts, rule) else { return nil }
            return Phrase(
                start: min(place, around?.start ?? place), end: words.count, due: due,
                namesDue: around != nil || reading.on != nil, rule: rule)
        }
        return nil
    }

    /// The words without the commas of a list.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        words.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// A time alone is its next occurrence; a rule without a day begins with the first one that fits.
    func due(_ parts: ExpressionReader.Parts, _ rule: Repetition? = nil) -> Due? {
        let today = moment.today
        let isOver =
            parts.time.map { today.instant($0.seconds, in: moment.zone).date <= moment.now }
            ?? false
        let later = parts.seconds.map { moment.now.addingTimeInterval(Double($0)) }
        guard let next = today.adding(isOver ? 1 : 0),
            let day = later.map({ DayDate($0, in: moment.zone) }) ?? parts.day
                ?? (rule.map { $0.firstDay(from: next) } ?? next)
        else { return nil }
        if let until = rule?.until, day > until { return nil }
        if let later { return .time(later) }
        guard let time = parts.time else { return .day(day) }
        return .time(day.instant(time.seconds, in: moment.zone).date)
    }

    /// The due date of words without a title.
    func due(_ words: [String]) -> Due? {
        reader.parts(words[...], .besideDate).flatMap { due($0) }
    }

    /// The day of words without a title.
    func day(_ words: [String]) -> DayDate? { reader.day(words[...]) }
}

/// The words after a rule, without what says until when.
private struct Rest {
    var words: [String]
    var until: DayDate?
    /// Whether no word leads to their day, so that it could be a part of the rule, as in "every 5th
    /// Friday".
    var hasDay = false

    /// Nil if the words say something else.
    init?(_ all: ArraySlice<String>, _ reader: ExpressionReader) {
        let grammar = reader.grammar
        // Without a word behind it, it says nothing.
        let places = all.indices.dropLast().filter { all[$0] == grammar.until }
        guard places.count <= 1 else { return nil }
        words = Array(all[..<(places.first ?? all.endIndex)])
        if let place = places.first {
            var last = all[(place + 1)...]
            if last.count > 1, last.first == grammar.untilJoin { last.removeFirst() }
            guard let day = reader.day(last) else { return nil }
            until = day
        }
        if words.first == grammar.on, words.count > 1 { return nil }
        if let start = grammar.starts.prefix(of: words[...], grammar.slots), start < words.count {
            words.removeFirst(start)
        } else {
            hasDay = reader.parts(words[...])?.day != nil
        }
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
