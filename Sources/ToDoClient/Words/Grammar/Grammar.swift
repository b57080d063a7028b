/// The words of dates, times and rules of a language.
struct Grammar: Sendable {
    /// A pattern and its meaning; nil if there is no such date.
    struct Rule<Meaning>: Sendable {
        let pattern: WordPattern
        let meaning: @Sendable (SlotValues, Moment) -> Meaning?

        init(_ pattern: String, _ meaning: @escaping @Sendable (SlotValues, Moment) -> Meaning?) {
            self.pattern = WordPattern(pattern)
            self.meaning = meaning
        }
    }

    /// A part of the day, as a time.
    struct PartOfDay: Sendable {
        /// The hour of the part alone.
        let usual: Int
        /// The earliest hour, to which `at 8` is compared; 0: the hours before noon.
        let earliest: Int
    }

    /// What the words after `every` mean.
    struct RuleReading {
        var rule: Repetition
        /// The date that they name.
        var on: DayDate?
    }

    let slots: Slots
    let weekdays: [String: Int]
    let months: [String: Int]

    /// The words of a text, each as words with the same meaning, such as `today night` for
    /// `tonight`.
    let fold: @Sendable ([String]) -> [[String]]

    /// Words before an expression that belong to it, such as `by`.
    let leads: [WordPattern]
    /// The word that a date may begin with, and that a lead replaces.
    let on: String
    let dates: [Rule<DayDate>]
    /// Days of a month and a year, which a weekday may precede.
    let monthDays: [Rule<DayDate>]
    /// The words between a weekday and such a day.
    let weekdayJoins: Set<String>
    /// Dates that need a time next to them.
    let looseDates: [Rule<DayDate>]
    let times: [Rule<ClockTime>]
    /// Times that need a date next to them.
    let looseTimes: [Rule<ClockTime>]
    /// Seconds from now.
    let moments: [Rule<Int>]
    let parts: [String: PartOfDay]
    let partJoins: [WordPattern]

    /// Words that change the meaning of an expression behind them.
    let isJoin: @Sendable (String) -> Bool
    /// Words that make an expression a part of the words before it, which are of this form.
    let numbers: [WordPattern]
    /// A range that ends with an expression, such as `9 bis 17 Uhr`: the word between its ends.
    let range: String?
    /// Articles that make a noun of an expression that begins with these words.
    let articles: Set<String>
    let nouns: Set<String>
    /// Words that may stand between a weekday or a date and the number that belongs to it.
    let inner: Set<String>
    /// The day of a month, or a length of time.
    let isSpan: @Sendable (String) -> Bool
    /// Words that say which of several weekdays is meant, in front of one.
    let isOrdinal: @Sendable (String) -> Bool
    /// Lengths of time that a date behind them begins: "2 weeks tomorrow".
    let counted: Set<String>
    /// Words that say which day, anywhere before a time.
    let dayNames: Set<String>
    /// Words that continue an expression at the beginning of a text.
    let continuations: Set<String>
    /// The end of a title that belongs to an expression at the beginning.
    let endings: [WordPattern]

    /// The words that a rule begins with.
    let openers: Set<String>
    /// Whether a reader takes words for a rule, from its opener on.
    let looksLikeRule: @Sendable ([String]) -> Bool
    let rules: [Rule<RuleReading>]
    /// Words before a date that may follow a rule, and before the last date.
    let starts: [WordPattern]
    let until: String
    let untilJoin: String?

    /// The words with the index of their group.
    static func numbered(_ groups: [[String]], from first: Int = 0) -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: groups.enumerated().flatMap { index, words in
                words.map { ($0, index + first) }
            })
    }
}

/// A time of day in words.
struct ClockTime: Sendable {
    var hour: Int
    var minute = 0
    /// Whether am or pm was written.
    var isExact = false
    /// Whether the same words could mean the afternoon.
    var isVague = false

    /// Nil if no clock shows it.
    init?(_ hour: Int?, _ minute: Int? = nil) {
        guard let hour, 0..<24 ~= hour, 0..<60 ~= minute ?? 0 else { return nil }
        (self.hour, self.minute) = (hour, minute ?? 0)
    }

    /// An hour without a word that says which half of the day is meant; from 1 to 6 that is open.
    static func bare(_ hour: Int?, _ minute: Int? = nil) -> ClockTime? {
        guard var time = ClockTime(hour, minute) else { return nil }
        time.isVague = 1...6 ~= time.hour
        return time
    }

    var seconds: Int { 3_600 * hour + 60 * minute }
}

extension Grammar.RuleReading {
    /// A rule with an interval in words; nil beyond the limits of the server.
    init?(_ rule: Repetition, every interval: Int?, on: DayDate? = nil) {
        guard 1...999 ~= interval ?? 1 else { return nil }
        self.rule = rule
        self.rule.interval = interval ?? 1
        self.on = on
    }

    /// The days of a week, as bits.
    static func weekly(_ days: Int?, every interval: Int?) -> Self? {
        let names = Repetition.Weekday.allCases.filter { (days ?? 0) & 1 << $0.index != 0 }
        return Self(Repetition(.weekly, byDay: names.map { .init($0) }), every: interval)
    }

    static func monthly(day: Int?, every interval: Int?) -> Self? {
        guard let day, 1...31 ~= day else { return nil }
        return Self(Repetition(.monthly, byMonthDay: day), every: interval)
    }

    static func monthly(_ values: SlotValues) -> Self? {
        guard let ordinal = values["ordinal"], let weekday = values["weekday"] else { return nil }
        let day = Repetition.Day(Repetition.Weekday.allCases[weekday], ordinal: ordinal)
        return Self(Repetition(.monthly, byDay: [day]), every: values["interval"])
    }

    static func yearly(_ values: SlotValues, _ moment: Moment) -> Self? {
        var values = values
        values.merge(["year": 0])
        guard let on = moment.dayOfYear(values) else { return nil }
        return Self(Repetition(.yearly), every: values["interval"], on: on)
    }
}
