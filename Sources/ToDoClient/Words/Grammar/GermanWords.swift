/// The parts of the German grammar.
enum GermanWords {
    private static let hours = Grammar.numbered([
        ["null"], ["eins", "ein"], ["zwei"], ["drei"], ["vier"], ["fünf"], ["sechs"], ["sieben"],
        ["acht"], ["neun"], ["zehn"], ["elf"], ["zwölf"],
    ])

    /// Numbers in words, as the interval of a rule.
    private static let counts = Grammar.numbered(
        [
            ["zwei", "zweite", "zweiten", "zweites"], ["drei", "dritte", "dritten", "drittes"],
            ["vier", "vierte", "vierten", "viertes"], ["fünf"], ["sechs"], ["sieben"], ["acht"],
            ["neun"], ["zehn"],
        ], from: 2)
    private static let ordinals = [
        "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "letzten": -1, "1.": 1, "2.": 2,
        "3.": 3, "4.": 4,
    ]
    private static let frequencies = Grammar.numbered([
        ["tag", "tage"], ["woche", "wochen"], ["monat", "monate"], ["jahr", "jahre"],
    ])
    private static let units = Grammar.numbered([
        ["tag", "tage", "tagen", "tagn"], ["woche", "wochen"],
        ["monat", "monate", "monaten", "monatn"],
    ])

    /// Dates and times of this form that are no part of an expression were not understood.
    static let numbers = [
        "$slashed", "$dotted", "$dot $dot", "$dot $short", "$dotted $digits", "$clock",
        "$hour uhr [$minutes]",
        "$dotclock uhr", "um $hour", "$day $month [$year]",
    ]

    static func slots(
        _ weekdays: [String: Int], _ ruleDays: [String: Int], _ months: [String: Int]
    ) -> Slots {
        let count = Slots.number("count", 1...4)
        let interval = Slots.number("interval", 1...3, endings: [".", ""])
        let number = Slots.number("hours", 1...4)
        let dot = Slots.number("day", 1...2, endings: ["."])
        let digits = Slots.number("hour", 1...2)
        return Slots(
            words: [
                "weekday": Slots.table("weekday", weekdays),
                "ruleday": Slots.table("weekday", ruleDays),
                "month": { word in
                    (months[word] ?? (word.hasSuffix(".") ? months[String(word.dropLast())] : nil))
                        .map { ["month": $0] }
                },
                "dot": dot, "monthdot": Slots.number("month", 1...2, endings: ["."]),
                "day": Slots.number("day", 1...2, endings: [".", ""]),
                "year": Slots.number("year", 4...4),
                "date": date,
                "dotyear": { word in
                    word.numbers(".", 1...2, 4...4).map { ["month": $0[0], "year": $0[1]] }
                },
                "short": { word in
                    word.numbers(".", 1...2, 1...2).map { ["day": $0[0], "month": $0[1]] }
                },
                "hour": { word in hours[word].map { ["hour": $0] } ?? digits(word) },
                "minutes": Slots.number("minute", 2...2),
                "clock": { word in
                    word.numbers(":", 1...2, 2...2).map { ["hour": $0[0], "minute": $0[1]] }
                },
                "dotclock": { word in
                    word.numbers(".", 1...2, 2...2).map { ["hour": $0[0], "minute": $0[1]] }
                },
                "count": { ["einer", "einem"].contains($0) ? ["count": 1] : count($0) },
                "hours": { $0 == "einer" ? ["hours": 1] : number($0) },
                "unit": Slots.table("unit", units),
                "frequency": Slots.table("frequency", frequencies),
                "interval": { word in counts[word].map { ["interval": $0] } ?? interval(word) },
                "ordinal": Slots.table("ordinal", ordinals),
                "edge": { word in
                    ["ersten", "1.", "letzten"].contains(word)
                        ? ordinals[word].map { ["ordinal": $0] } : nil
                },
                "digits": Slots.number("digits", 1...9),
                "slashed": { EnglishWords.isSlashed($0) ? [:] : nil },
                "dotted": { EnglishWords.isDotted($0) ? [:] : nil },
            ],
            days: { days($0, ruleDays) })
    }

    /// `1.12.`, `1.12.2027`.
    private static let date: Slots.Word = { word in
        if let parts = word.numbers(".", 1...2, 1...2, 0...0) {
            return ["day": parts[0], "month": parts[1]]
        }
        return word.numbers(".", 1...2, 1...2, 4...4).map {
            ["day": $0[0], "month": $0[1], "year": $0[2]]
        }
    }

    /// `halb neun` is half an hour before nine.
    static func half(_ hour: Int?) -> ClockTime? {
        guard let hour, 1...12 ~= hour else { return nil }
        return .bare(hour == 1 ? 12 : hour - 1, 30)
    }

    /// `montag`, `mo und do`, `mo. mi. fr.`, `dienstag und jeden donnerstag`.
    private static func days(
        _ words: ArraySlice<String>, _ weekdays: [String: Int]
    ) -> (count: Int, values: SlotValues)? {
        var (bits, count) = (0, 0)
        var rest = words
        while let word = rest.first {
            var skipped = 0
            if count > 0 {
                if word == "und" { skipped = 1 }
                if ["am", "jeden"].contains(rest.dropFirst(skipped).first) { skipped += 1 }
            }
            guard let name = rest.dropFirst(skipped).first,
                let day = weekdays[name.hasSuffix(".") ? String(name.dropLast()) : name]
            else { break }
            bits |= 1 << day
            count += skipped + 1
            rest = rest.dropFirst(skipped + 1)
        }
        return count == 0 ? nil : (count, ["days": bits])
    }

    private static let joins: Set<String> = [
        "für", "an", "am", "zur", "zwischen", "ca", "ca.", "circa", "etwa", "ungefähr", "anfang",
        "mitte", "ende", "viertel", "dreiviertel", "nicht", "außer",
    ]

    /// Whether a word changes the meaning of an expression behind it.
    static func isJoin(_ word: String) -> Bool {
        if joins.contains(word) || word.hasSuffix("mal") { return true }
        let stems = ["letzte", "vorige", "vergangene"]
        return stems.contains(word)
            || stems.contains(String(word.dropLast())) && ["n", "r", "s"].contains(word.last)
    }

    /// Whether a word says which of several weekdays is meant.
    static func isOrdinal(_ word: String) -> Bool {
        ["ersten", "zweiten", "dritten", "vierten", "woche", "monat", "jahr"].contains(word)
            || ["vor", "über"].contains(where: word.hasPrefix) && word.hasSuffix("ten")
    }

    private static let spans = [
        "tag", "woche", "wochenende", "monat", "quartal", "jahr", "stunde", "minute",
    ]

    /// A length of time, with the ending of any case.
    static func isSpan(_ word: String) -> Bool {
        spans.contains { span in
            guard word.hasPrefix(span) else { return false }
            return ["", "e", "n", "r", "s", "en", "er", "es"].contains(
                String(word.dropFirst(span.count)))
        }
    }

    private static let adverbs = [
        "täglich": ["jeden", "tag"], "wöchentlich": ["jede", "woche"],
        "monatlich": ["jeden", "monat"], "jährlich": ["jedes", "jahr"],
        "werktags": ["jeden", "werktag"],
    ]

    static func fold(
        _ words: [String], weekdays: [String: Int], parts: Set<String>
    ) -> [[String]] {
        var folded: [[String]] = []
        for word in words {
            let core = word.withoutComma
            var all = adverbs[core] ?? foldWeekday(core, weekdays, parts) ?? [core]
            let previous = all.count > 1 ? nil : folded.last?.last
            let isAfterDay =
                previous.map { weekdays[$0] != nil || ["heute", "jeden", "jeden!"].contains($0) }
                ?? false
            if all == ["morgens"] || all == ["morgen"] && isAfterDay { all = ["früh"] }
            if word != core { all[all.count - 1] += "," }
            if let last = folded.last?.last,
                ["jeden", "jedes", "jede", "jeden!", "jedes!", "jede!"].contains(last),
                let part = all.first?.withoutComma,
                parts.contains(part)
                    || part.hasSuffix("s") && parts.contains(String(part.dropLast()))
            {
                folded[folded.count - 1][folded[folded.count - 1].count - 1] =
                    last.hasSuffix("!") ? "jeden!" : "jeden"
                folded[folded.count - 1].append("tag")
            }
            folded.append(all)
        }
        return folded
    }

    /// `freitagabend` as two words, `dienstags` as a rule.
    private static func foldWeekday(
        _ word: String, _ weekdays: [String: Int], _ parts: Set<String>
    ) -> [String]? {
        guard let day = weekdays.keys.first(where: word.hasPrefix) else { return nil }
        var rest = String(word.dropFirst(day.count))
        let isRule = rest.hasSuffix("s")
        if isRule { rest.removeLast() }
        guard isRule || !rest.isEmpty, rest.isEmpty || rest == "morgen" || parts.contains(rest)
        else { return nil }
        let part = rest.isEmpty ? [] : [rest == "morgen" ? "früh" : rest]
        return (isRule ? ["jeden"] : []) + [day] + part
    }

    static let openers = Set(
        ["jede", "jeden", "jeder", "jedes", "jedem", "alle"].flatMap { [$0, $0 + "!"] })

    private static let ruleUnits: Set<String> = [
        "minute", "stunde", "tag", "werktag", "wochentag", "arbeitstag", "woche", "wochenende",
        "monat", "quartal", "jahr", "morgen", "vormittag", "mittag", "nachmittag", "abend", "nacht",
    ]

    static func looksLikeRule(
        _ words: [String], _ weekdays: [String: Int], _ months: [String: Int]
    ) -> Bool {
        func isCount(_ word: String) -> Bool {
            counts[word] != nil || word.number(digits: 1...3) != nil
                || word.numbers(".", 1...3, 0...0) != nil
        }
        if words.first?.hasPrefix("alle") == true {
            guard words.count > 2, isCount(words[1]) || words[1] == "paar" else { return false }
            return ["minuten", "stunden", "tage", "wochen", "monate", "quartale", "jahre"]
                .contains(words[2])
        }
        if words.count == 1 { return true }
        for word in words.dropFirst() {
            let stem = ["e", "n", "."].contains(word.last) ? String(word.dropLast()) : word
            let isUnit = [word, stem].contains {
                ruleUnits.contains($0) || weekdays[$0] != nil || months[$0] != nil
                    || $0.numbers(".", 1...2, 0...0) != nil
                    || $0.numbers(".", 1...2, 1...2, 0...0) != nil
            }
            if isUnit { return true }
            guard isCount(word) || ordinals[word] != nil else { return false }
        }
        return false
    }

    static let rules: [Grammar.Rule<Grammar.RuleReading>] = [
        .init("[$interval] $frequency") { values, _ in
            let all: [Repetition.Frequency] = [.daily, .weekly, .monthly, .yearly]
            return .init(Repetition(all[values["frequency"] ?? 0]), every: values["interval"])
        },
        .init("werktag|wochentag|arbeitstag") { _, _ in .weekly(0b1_1111, every: nil) },
        .init("wochenende") { _, _ in .weekly(0b110_0000, every: nil) },
        .init("[[$interval] woche|wochen am] $days") { values, _ in
            .weekly(values["days"], every: values["interval"])
        },
        .init("[$interval] monat|monate am $dot") { values, _ in
            .monthly(day: values["day"], every: values["interval"])
        },
        .init("$dot [im|des monat|monats]") { values, _ in .monthly(day: values["day"], every: nil)
        },
        .init("[[$interval] monat|monate am] letzten tag [im monat]") { values, _ in
            .monthly(day: 31, every: values["interval"])
        },
        .init("[[$interval] monat|monate am] letzten tag des monats") { values, _ in
            .monthly(day: 31, every: values["interval"])
        },
        .init("[$interval] monat|monate am $ordinal $ruleday") { values, _ in .monthly(values) },
        .init("$edge $ruleday") { values, _ in .monthly(values) },
        .init("$ordinal $ruleday im|des monat|monats") { values, _ in .monthly(values) },
        .init("[[$interval] jahr|jahre am] $date") { .yearly($0, $1) },
        .init("[[$interval] jahr|jahre am] $dot $monthdot") { .yearly($0, $1) },
        .init("[[$interval] jahr|jahre am] $dot $month") { .yearly($0, $1) },
    ]
}
