extension Grammar {
    /// `Freitag 17 Uhr`, `in 3 Tagen`, `1.12.2027`, `halb neun`, `alle 2 Wochen am Mo und Do`.
    static let german: Grammar = {
        let weekdays = numbered([
            ["montag"], ["dienstag"], ["mittwoch"], ["donnerstag"], ["freitag"],
            ["samstag", "sonnabend"], ["sonntag"],
        ])
        let abbreviations = numbered([["mo"], ["di"], ["mi"], ["do"], ["fr"], ["sa"], ["so"]])
        let ruleDays = weekdays.merging(abbreviations) { first, _ in first }
        let months = numbered(
            [
                ["januar", "jan", "jänner"], ["februar", "feb"], ["märz", "mär"],
                ["april", "apr"], ["mai"], ["juni", "jun"], ["juli", "jul"], ["august", "aug"],
                ["september", "sep", "sept"], ["oktober", "okt"], ["november", "nov"],
                ["dezember", "dez"],
            ], from: 1)
        let parts = [
            "früh": PartOfDay(usual: 9, earliest: 0), "vormittag": PartOfDay(usual: 9, earliest: 0),
            "mittag": PartOfDay(usual: 12, earliest: 11),
            "nachmittag": PartOfDay(usual: 14, earliest: 12),
            "abend": PartOfDay(usual: 18, earliest: 17),
            "nacht": PartOfDay(usual: 22, earliest: 17),
        ]
        let joins: Set<String> = [
            "bis", "und", "oder", "nach", "vor", "seit", "ab", "von", "vom", "zum", "gegen",
        ]
        return Grammar(
            slots: GermanWords.slots(weekdays, ruleDays, months), weekdays: weekdays,
            months: months,
            fold: { GermanWords.fold($0, weekdays: weekdays, parts: Set(parts.keys)) },
            leads: [
                WordPattern("fällig bis [spätestens] [zum]"), WordPattern("fällig [spätestens]"),
                WordPattern("bis [spätestens] [zum]"), WordPattern("spätestens"),
            ], on: "am",
            dates: [
                Rule("heute") { $1.today },
                Rule("morgen") { $1.today.adding(1) },
                Rule("übermorgen") { $1.today.adding(2) },
                Rule("nächste woche") { $1.inNextWeek(weekday: 0) },
                Rule("nächste|nächster woche [am] $weekday") {
                    $1.inNextWeek(weekday: $0["weekday"])
                },
                Rule("[am] $weekday nächste|nächster woche") {
                    $1.inNextWeek(weekday: $0["weekday"])
                },
                Rule("am|dieses wochenende") { $1.weekend },
                Rule("[am] monatsende") { $1.endOfMonth },
                Rule("[am] letzten tag des|dieses monats") { $1.endOfMonth },
                Rule("ende des|dieses monats") { $1.endOfMonth },
                Rule("[am] [diesen|nächsten|kommenden] $weekday") {
                    $1.next(weekday: $0["weekday"])
                },
                Rule("in $count $unit") { $1.later($0) },
                Rule("am $dot") { $1.next(dayOfMonth: $0["day"]) },
            ],
            monthDays: [
                Rule("[am] $date") { $1.dayOfYear($0) },
                Rule("[am] $date $year") { $1.dayOfYear($0) },
                Rule("[am] $dot $monthdot [$year]") { $1.dayOfYear($0) },
                Rule("[am] $dot $dotyear") { $1.dayOfYear($0) },
                Rule("am $short") { $1.dayOfYear($0) },
                Rule("[am] $day $month [$year]") { $1.dayOfYear($0) },
            ],
            weekdayJoins: ["den", "dem"],
            looseDates: [Rule("$short") { $1.dayOfYear($0) }],
            times: [
                Rule("[um] $clock [uhr]") { values, _ in ClockTime(values["hour"], values["minute"])
                },
                Rule("[um] $hour uhr [$minutes]") { values, _ in
                    ClockTime(values["hour"], values["minute"])
                },
                Rule("[um] $dotclock uhr") { values, _ in
                    ClockTime(values["hour"], values["minute"])
                },
                Rule("mittags") { _, _ in ClockTime(12) },
                Rule("[um] halb $hour") { values, _ in GermanWords.half(values["hour"]) },
            ],
            looseTimes: [
                Rule("mittag") { _, _ in ClockTime(12) },
                Rule("um $hour") { values, _ in .bare(values["hour"]) },
            ],
            moments: [
                Rule("in einer halben stunde|stunden|std|std.") { _, _ in 1_800 },
                Rule("in $hours stunde|stunden|std|std.") { values, _ in
                    values["hours"].map { 3_600 * $0 }
                },
                Rule("in $hours minute|minuten|min|min.") { values, _ in
                    values["hours"].map { 60 * $0 }
                },
            ],
            parts: parts, partJoins: [WordPattern("am"), WordPattern("in der")],
            isJoin: { joins.contains($0) || GermanWords.isJoin($0) },
            numbers: GermanWords.numbers.map(WordPattern.init), range: "bis",
            articles: ["der", "den", "dem", "die", "das"],
            nouns: Set(weekdays.keys).union(["nächste"]), inner: ["am", "in"],
            isSpan: { GermanWords.isSpan($0) || $0.numbers(".", 1...2, 0...0) != nil },
            isOrdinal: {
                GermanWords.isOrdinal($0) || $0.numbers(".", 1...2, 0...0) != nil
            }, counted: [],
            dayNames: Set(weekdays.keys).union([
                "heute", "morgen", "gestern", "übermorgen", "übergestern", "vormorgen",
                "vorgestern",
            ]),
            continuations: joins.union(["am", "für", "heute", "morgen", "übermorgen"]),
            endings: [WordPattern("um $hour"), WordPattern("zu mittag")],
            openers: GermanWords.openers,
            looksLikeRule: { GermanWords.looksLikeRule($0, ruleDays, months) },
            rules: GermanWords.rules, starts: [WordPattern("ab dem"), WordPattern("ab")],
            until: "bis", untilJoin: "zum")
    }()
}
