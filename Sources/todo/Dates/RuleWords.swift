import ToDoClient

/// What the words after `every` mean.
struct RuleWords {
    var rule: Repetition
    /// The date that they name.
    var on: DayDate?
    /// Whether they are a rule only with a time.
    var needsTime = false

    private init(_ rule: Repetition, on: DayDate? = nil, needsTime: Bool = false) {
        self.rule = rule
        self.on = on
        self.needsTime = needsTime
    }

    /// The meaning of words without commas; nil if they are not a rule.
    init?(_ words: [String], _ dates: PhraseDates) {
        let found =
            Self.counted(words, dates) ?? Self.named(words) ?? Self.weekly(words)
            ?? Self.monthly(words) ?? Self.yearly(WordReader(words), interval: 1, dates)
        guard let found, 1...999 ~= found.rule.interval else { return nil }
        self = found
    }

    /// `2 weeks`, `week on mon and thu`, `month on the 31st`, `year on 4 July`.
    private static func counted(_ words: [String], _ dates: PhraseDates) -> RuleWords? {
        var reader = WordReader(words)
        let interval = reader.take(count) ?? 1
        guard let frequency = reader.take({ EnglishWords.frequencies[$0.singular] }) else {
            return nil
        }
        let rule = Repetition(frequency, interval: interval)
        if reader.isEmpty { return RuleWords(rule) }
        guard reader.take("on") else { return nil }
        switch frequency {
        case .weekly: return days(&reader, of: rule)
        case .monthly: return dayOfMonth(reader, of: rule)
        case .yearly: return yearly(reader, interval: interval, dates)
        default: return nil
        }
    }

    /// `weekday`, `weekend`, `morning` with a time.
    private static func named(_ words: [String]) -> RuleWords? {
        guard words.count == 1 else { return nil }
        switch words[0] {
        case "weekday", "workday":
            let days = Repetition.Weekday.allCases.prefix(5)
            return RuleWords(Repetition(.weekly, byDay: days.map { .init($0) }))
        case "weekend":
            return RuleWords(Repetition(.weekly, byDay: [.init(.saturday), .init(.sunday)]))
        case "morning", "afternoon", "evening", "night":
            return RuleWords(Repetition(.daily), needsTime: true)
        default: return nil
        }
    }

    /// `friday`, `other friday`, `mon thu`.
    private static func weekly(_ words: [String]) -> RuleWords? {
        var reader = WordReader(words)
        let interval = reader.take("other") ? 2 : 1
        return days(&reader, of: Repetition(.weekly, interval: interval))
    }

    /// `15th`, `2nd of the month`, `last day`, `last friday`, `second tuesday of the month`.
    private static func monthly(_ words: [String]) -> RuleWords? {
        var words = words
        let isOfMonth = words.suffix(3) == ["of", "the", "month"]
        if isOfMonth { words.removeLast(3) }
        var rule = Repetition(.monthly)
        if words == ["last", "day"] {
            rule.byMonthDay = 31
            return RuleWords(rule)
        }
        if words.count == 1, let text = words[0].withoutOrdinalEnding,
            let day = text.number(digits: 1...2), 1...31 ~= day
        {
            rule.byMonthDay = day
            return RuleWords(rule)
        }
        // The second Friday could as well be every other one.
        guard isOfMonth || ["first", "1st", "last"].contains(words.first) else { return nil }
        return ordinalDay(WordReader(words), of: rule)
    }

    private static func dayOfMonth(_ words: WordReader, of rule: Repetition) -> RuleWords? {
        var (reader, rule) = (words, rule)
        if reader.take("the") {
            var last = reader
            if last.take("last", "day") {
                _ = last.take("of", "the", "month")
                guard last.isEmpty else { return nil }
                rule.byMonthDay = 31
                return RuleWords(rule)
            }
        }
        let ordinal = ordinalDay(reader, of: rule)
        guard let day = reader.take({ $0.dayOfMonth }), reader.isEmpty, 1...31 ~= day else {
            return ordinal
        }
        rule.byMonthDay = day
        return RuleWords(rule)
    }

    private static func ordinalDay(_ words: WordReader, of rule: Repetition) -> RuleWords? {
        var (reader, rule) = (words, rule)
        guard let ordinal = reader.take(EnglishWords.ordinals),
            let weekday = reader.take(EnglishWords.weekdays), reader.isEmpty
        else { return nil }
        rule.byDay = [.init(Repetition.Weekday.allCases[weekday], ordinal: ordinal)]
        return RuleWords(rule)
    }

    /// `4 July`, `the 4th of July`, `July 4th`.
    private static func yearly(
        _ words: WordReader, interval: Int, _ dates: PhraseDates
    ) -> RuleWords? {
        var reader = words
        var day: Int?
        var month = reader.take(EnglishWords.months)
        if month == nil {
            _ = reader.take("the")
            day = reader.take { $0.dayOfMonth }
            _ = reader.take("of")
            month = reader.take(EnglishWords.months)
        } else {
            day = reader.take { $0.dayOfMonth }
        }
        guard let day, let month, reader.isEmpty, let on = dates.day(day, ofMonth: month + 1)
        else { return nil }
        return RuleWords(Repetition(.yearly, interval: interval), on: on)
    }

    private static func days(_ reader: inout WordReader, of rule: Repetition) -> RuleWords? {
        var days: Set<Int> = []
        while let day = reader.take(EnglishWords.weekdays) {
            days.insert(day)
            if reader.isEmpty { break }
            _ = reader.take("and")
        }
        guard !days.isEmpty, reader.isEmpty else { return nil }
        var rule = rule
        rule.byDay = days.map { .init(Repetition.Weekday.allCases[$0]) }
        return RuleWords(rule)
    }

    private static func count(_ word: String) -> Int? {
        EnglishWords.counts[word] ?? (word.withoutOrdinalEnding ?? word).number(digits: 1...3)
    }
}
