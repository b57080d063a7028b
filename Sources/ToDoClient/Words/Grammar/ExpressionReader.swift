/// Reads dates and times.
///
///     expression = [lead] (date | date time | time date | time | "in 3 hours")
struct ExpressionReader {
    /// What an expression says.
    struct Parts {
        var day: DayDate?
        var time: ClockTime?
        /// Seconds from now.
        var seconds: Int?
    }

    /// An expression among words.
    struct Expression {
        let start: Int
        let end: Int
        let parts: Parts
    }

    /// Where a time stands. A part of the day such as `morning` is one after a date alone.
    enum Place {
        case alone, besideDate, afterDate
    }

    let grammar: Grammar
    let moment: Moment

    /// The longest expression: "due by Friday, the 1st of December, 2027 at 5 pm".
    static let mostWords = 12

    /// The longest expression at the end that `isDue` accepts.
    func end(
        of words: [String], _ place: Place = .alone, where isDue: (Parts) -> Bool
    ) -> Expression? {
        for start in max(0, words.count - Self.mostWords)..<words.count {
            if let parts = parts(words[start...], place), isDue(parts) {
                return Expression(start: start, end: words.count, parts: parts)
            }
        }
        return nil
    }

    /// The longest expression at the beginning. There an abbreviation or a number is not a date:
    /// "sun cream", "1.5 litres".
    func beginning(of words: ArraySlice<String>) -> Expression? {
        for end in (0...min(Self.mostWords, words.count)).reversed() where end > 0 {
            guard let parts = parts(words.prefix(end)) else { continue }
            if end > 1 || parts.time != nil || (words.first?.utf16.count ?? 0) >= 5 {
                return Expression(start: 0, end: end, parts: parts)
            }
        }
        return nil
    }

    /// What words say as a whole.
    func parts(_ all: ArraySlice<String>, _ place: Place = .alone) -> Parts? {
        let whole = all.dropLast().map(\.withoutComma) + all.suffix(1)
        let lead = grammar.leads.prefix(of: whole[...], grammar.slots)
        let words = whole.dropFirst(lead ?? 0)
        guard !words.isEmpty else { return nil }
        if let seconds = match(grammar.moments, words) { return Parts(seconds: seconds) }
        /// A lead such as `by` replaces the word before a number: "by the 15th".
        func date(_ words: ArraySlice<String>, loose: [Grammar.Rule<DayDate>] = []) -> DayDate? {
            day(words, loose: loose) ?? (lead == nil ? nil : day([grammar.on] + words))
        }
        if let day = date(words) { return Parts(day: day) }
        for count in (0..<words.count).reversed() where count > 0 {
            let (first, second) = (words.prefix(count), words.dropFirst(count))
            for (dayWords, timeWords, place) in [
                (first, second, Place.afterDate), (second, first, .besideDate),
            ] {
                if let day = date(dayWords, loose: grammar.looseDates),
                    let time = time(timeWords, place, on: day)
                {
                    return Parts(day: day, time: time)
                }
            }
        }
        return time(words, place).map { Parts(time: $0) }
    }

    /// A day by its name or number.
    func day(_ words: ArraySlice<String>, loose: [Grammar.Rule<DayDate>] = []) -> DayDate? {
        if words.count == 1, let day = words.first.flatMap({ DayDate($0) }) { return day }
        return match(grammar.dates + grammar.monthDays, words) ?? weekdayAndDay(words)
            ?? match(loose, words)
    }

    /// A day of a month behind its weekday; nil if that is another one.
    private func weekdayAndDay(_ words: ArraySlice<String>) -> DayDate? {
        var rest = words
        if rest.first == grammar.on { rest.removeFirst() }
        guard let weekday = rest.popFirst().flatMap({ grammar.weekdays[$0] }) else { return nil }
        if let first = rest.first, grammar.weekdayJoins.contains(first) { rest.removeFirst() }
        let day = match(grammar.monthDays, rest)
        return day?.weekday == weekday ? day : nil
    }

    private func time(
        _ words: ArraySlice<String>, _ place: Place, on day: DayDate? = nil
    ) -> ClockTime? {
        let all = grammar.times + grammar.looseTimes
        if let time = match(place == .alone ? grammar.times : all, words) {
            return time.isVague ? nil : time
        }
        guard let (before, name, after) = partOfDay(words), before.isEmpty || after.isEmpty,
            !before.isEmpty || place == .afterDate, let part = grammar.parts[name]
        else { return nil }
        if before.isEmpty, after.isEmpty {
            let isTonight = part.usual >= 20 && day == moment.today
            return ClockTime(isTonight ? min(23, max(part.usual, moment.hour + 1)) : part.usual)
        }
        guard var clock = match(all, before.isEmpty ? after : before) else { return nil }
        if !clock.isExact, clock.hour < part.earliest { clock.hour += 12 }
        let hours = part.earliest..<(part.earliest == 0 ? 12 : 24)
        return hours.contains(clock.hour) ? clock : nil
    }

    /// The first part of a day, with the words before and after it.
    private func partOfDay(
        _ words: ArraySlice<String>
    ) -> (before: ArraySlice<String>, name: String, after: ArraySlice<String>)? {
        for count in 0..<words.count {
            let rest = words.dropFirst(count)
            let join = grammar.partJoins.prefix(of: rest, grammar.slots)
            for skipped in [join ?? 0, 0] {
                guard let word = rest.dropFirst(skipped).first else { continue }
                if let name = [word, word.singular].first(where: { grammar.parts[$0] != nil }) {
                    return (words.prefix(count), name, rest.dropFirst(skipped + 1))
                }
            }
        }
        return nil
    }

    /// The meaning of the first rule whose pattern matches.
    func match<Meaning>(
        _ rules: [Grammar.Rule<Meaning>], _ words: ArraySlice<String>
    ) -> Meaning? {
        for rule in rules {
            if let values = rule.pattern.match(words, grammar.slots) {
                return rule.meaning(values, moment)
            }
        }
        return nil
    }

    /// Whether the words around an expression change its meaning.
    func isPart(_ words: [String], _ start: Int, _ end: Int, isTime: Bool) -> Bool {
        start > 0
            ? isPart(words[..<start], before: words[start...], isTime: isTime)
            : isContinued(words[end...])
    }

    private func isPart(
        _ words: ArraySlice<String>, before rest: ArraySlice<String>, isTime: Bool
    ) -> Bool {
        let before = words.dropLast() + words.suffix(1).map(\.withoutComma)
        guard let last = before.last, let first = rest.first?.withoutComma else { return false }
        let previous = before.dropLast().last ?? ""
        // "2x daily", "2 x daily".
        let times = last == "x" ? previous : last.hasSuffix("x") ? String(last.dropLast()) : ""
        if grammar.isJoin(last) || times.number(digits: 1...4) != nil { return true }
        if grammar.articles.contains(last), grammar.nouns.contains(first) { return true }
        for count in 1...4 where count <= before.count {
            if matchesNumber(before.suffix(count)) { return true }
        }
        if isRange(last, previous, before: first) { return true }
        return isTime
            ? isSpan(last) || isWeekday(last) || grammar.slots.words["short"]?(last) != nil
                || before.contains { grammar.dayNames.contains($0.withoutComma) }
            : isOtherDay(last, previous, before: rest)
    }

    /// Whether words are the beginning of a range: "Mon - Fri", "15 bis 17 Uhr".
    private func isRange(_ last: String, _ previous: String, before first: String) -> Bool {
        if Self.dashes.contains(last) {
            return isNumbered(previous) || grammar.dayNames.contains(previous)
        }
        return first == grammar.range
            && (isWeekday(last) || last.numbers(".", 1...2, 0...0) != nil
                || last.number(digits: 1...2) != nil)
    }

    /// Whether words name another day than the date behind them, or the one that it counts from:
    /// "mon wed fri", "Friday, Dec 5", "tomorrow in a week", "2 weeks tomorrow", "first Friday".
    private func isOtherDay(
        _ last: String, _ previous: String, before rest: ArraySlice<String>
    ) -> Bool {
        let first = rest.first?.withoutComma ?? ""
        let weekday = ["the", "den", "dem"].contains(last) ? previous.withoutComma : last
        if isWeekday(weekday) || isWeekday(weekday.singular) {
            if first == "in" { return true }
            if isNumbered(rest.first { !grammar.inner.contains($0) }?.withoutComma ?? "") {
                return true
            }
        }
        if first == "in", grammar.dayNames.contains(last) { return true }
        if grammar.counted.contains(last), previous == "a" || Int(previous) != nil { return true }
        let day = first == grammar.on ? rest.dropFirst().first?.withoutComma : first
        return grammar.isOrdinal(last) && day.map { grammar.weekdays[$0] != nil } ?? false
    }

    private func isNumbered(_ word: String) -> Bool {
        word.first?.isNumber == true || isWeekday(word) || grammar.months[word] != nil
    }

    /// The day of a week, or its abbreviation in rules.
    private func isWeekday(_ word: String) -> Bool { grammar.slots.days([word]) != nil }

    /// Whether the words of a title continue the expression before them, or end with a part of it.
    private func isContinued(_ title: ArraySlice<String>) -> Bool {
        guard let first = title.first?.prefix(while: { $0 != "," }).description else {
            return false
        }
        if grammar.continuations.contains(first) || Self.dashes.contains(first) || isSpan(first) {
            return true
        }
        for count in 1...4 where count <= title.count {
            let words = title.prefix(count)
            if matchesNumber(words.dropLast() + words.suffix(1).map(\.withoutComma)) { return true }
        }
        if ["at", "in"].contains(first), title.dropFirst().first?.first?.isNumber == true {
            return true
        }
        return title.indices.contains { index in
            grammar.endings.contains { $0.match(title[index...], grammar.slots) != nil }
        }
    }

    /// The day of a week or a month, or a length of time: in front of a time, a part of a date.
    private func isSpan(_ word: String) -> Bool {
        grammar.weekdays[word] != nil || grammar.months[word] != nil || grammar.isSpan(word)
    }

    private func matchesNumber(_ words: ArraySlice<String>) -> Bool {
        grammar.numbers.contains { $0.match(words, grammar.slots) != nil }
    }

    private static let dashes: Set<String> = ["&", "+", "/", "–", "—", "-"]
}
