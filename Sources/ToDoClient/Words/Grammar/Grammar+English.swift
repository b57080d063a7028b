extension Grammar {
    /// `Friday 17:00`, `in 3 days`, `Dec 1 2027`, `at noon`, `every 2 weeks on mon and thu`.
    static let english: Grammar = {
        let weekdays = numbered([
            ["monday", "mon"], ["tuesday", "tue", "tues"], ["wednesday", "wed"],
            ["thursday", "thu", "thur", "thurs"], ["friday", "fri"], ["saturday", "sat"],
            ["sunday", "sun"],
        ])
        let months = numbered(
            [
                ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"],
                ["may"], ["june", "jun"], ["july", "jul"], ["august", "aug"],
                ["september", "sep", "sept"], ["october", "oct"], ["november", "nov"],
                ["december", "dec"],
            ], from: 1)
        let parts = [
            "morning": PartOfDay(usual: 9, earliest: 0),
            "afternoon": PartOfDay(usual: 14, earliest: 12),
            "evening": PartOfDay(usual: 18, earliest: 17),
            "night": PartOfDay(usual: 20, earliest: 17),
        ]
        let joins: Set<String> = [
            "to", "until", "till", "through", "thru", "and", "or", "nor", "of", "from", "before",
            "after", "past",
        ]
        let spans: Set<String> = [
            "day", "week", "weekend", "month", "quarter", "year", "hour", "minute",
        ]
        let isNth: @Sendable (String) -> Bool = {
            $0.withoutOrdinalEnding?.number(digits: 1...2) != nil
        }
        return Grammar(
            slots: EnglishWords.slots(weekdays, months), weekdays: weekdays, months: months,
            fold: { EnglishWords.fold($0, parts: Set(parts.keys)) },
            leads: [WordPattern("is due [by]"), WordPattern("due [by]"), WordPattern("by")],
            on: "on",
            dates: [
                Rule("today") { $1.today },
                Rule("tomorrow") { $1.today.adding(1) },
                Rule("[the] day after tomorrow") { $1.today.adding(2) },
                Rule("next week") { $1.inNextWeek(weekday: 0) },
                Rule("next week [on] $weekday") { $1.inNextWeek(weekday: $0["weekday"]) },
                Rule("[on] $weekday [of] next week") { $1.inNextWeek(weekday: $0["weekday"]) },
                Rule("this weekend") { $1.weekend },
                Rule("on the weekend") { $1.weekend },
                Rule("[at] [the] end of [the|this] month") { $1.endOfMonth },
                Rule("[on] the last day of the|this month") { $1.endOfMonth },
                Rule("[on] [next|this] [coming] $weekday") { $1.next(weekday: $0["weekday"]) },
                Rule("in $count $unit") { $1.later($0) },
                Rule("on the $nth") { $1.next(dayOfMonth: $0["nth"]) },
            ],
            monthDays: [
                Rule("[on] $month $day [$year]") { $1.dayOfYear($0) },
                Rule("[on] [the] $day [of] $month [$year]") { $1.dayOfYear($0) },
            ],
            weekdayJoins: [], looseDates: [],
            times: [
                Rule("[at] $clock") { values, _ in ClockTime(values["hour"], values["minute"]) },
                Rule("[at] $halfday") { values, _ in EnglishWords.time(values) },
                Rule("[at] $clock12 $half") { values, _ in EnglishWords.time(values) },
                Rule("[at] $hour o'clock|o’clock") { values, _ in .bare(values["hour"]) },
                Rule("at noon") { _, _ in ClockTime(12) },
            ],
            looseTimes: [
                Rule("noon") { _, _ in ClockTime(12) },
                Rule("at $hour") { values, _ in .bare(values["hour"]) },
            ],
            moments: [
                Rule("in $hours hour|hours|hrs") { values, _ in values["hours"].map { 3_600 * $0 }
                },
                Rule("in half an hour|hours|hrs") { _, _ in 1_800 },
                Rule("in $hours minute|minutes|min|mins") { values, _ in
                    values["hours"].map { 60 * $0 }
                },
            ],
            parts: parts, partJoins: [WordPattern("in the"), WordPattern("at")],
            isJoin: { joins.contains($0) || EnglishWords.joins.contains($0) },
            numbers: EnglishWords.numbers.map(WordPattern.init), range: nil, articles: [],
            nouns: [], inner: ["on", "in", "the"],
            isSpan: { isNth($0) || spans.contains($0.singular) },
            isOrdinal: {
                ["first", "second", "third", "fourth", "other", "week", "month", "year"].contains(
                    $0)
                    || isNth($0)
            }, counted: ["week", "weeks", "month", "months", "year", "years"],
            dayNames: Set(
                weekdays.keys.filter { $0.count > 5 } + ["today", "tomorrow", "yesterday"]),
            continuations: joins.union(["on", "for", "starting", "today", "tomorrow"]),
            endings: [WordPattern("at $hour"), WordPattern("noon")],
            openers: ["every", "every!"],
            looksLikeRule: { EnglishWords.looksLikeRule($0, weekdays, months) },
            rules: EnglishWords.rules,
            starts: [WordPattern("starting"), WordPattern("from")], until: "until", untilJoin: nil)
    }()
}
