/// The parts of the English grammar.
enum EnglishWords {
    /// Numbers in words, as the interval of a rule.
    private static let counts = [
        "other": 2, "second": 2, "third": 3, "fourth": 4, "two": 2, "three": 3, "four": 4,
        "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    ]
    private static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "1st": 1, "2nd": 2,
        "3rd": 3, "4th": 4,
    ]
    private static let endings = ["st", "nd", "rd", "th"]
    private static let frequencies = ["day", "week", "month", "year"]

    /// Before an expression they change its meaning; after one, they begin a title.
    static let joins: Set<String> = [
        "since", "between", "last", "previous", "following", "than", "not", "except", "without",
        "about", "around", "approx", "circa", "early", "mid", "late", "later", "half", "quarter",
        "the", "every", "each", "any", "twice", "once", "times", "per", "for", "at", "starting",
        "beginning", "daily", "weekly", "monthly", "yearly",
    ]

    /// Dates and times of this form that are no part of an expression were not understood.
    static let numbers = [
        "$slashed", "$dotted", "$clock", "$halfday", "$clock12 $half", "at $hour",
        "$day [of] $month [$year]", "$month $day [$year]",
    ]

    static func slots(_ weekdays: [String: Int], _ months: [String: Int]) -> Slots {
        let digits = Slots.number("count", 1...4)
        let hours = Slots.number("hours", 1...4)
        let interval = Slots.number("interval", 1...3, endings: endings + [""])
        let units = Grammar.numbered(frequencies.map { [$0, $0 + "s"] })
        return Slots(
            words: [
                "weekday": Slots.table("weekday", weekdays), "month": Slots.table("month", months),
                "day": Slots.number("day", 1...2, endings: endings + [""]),
                "nth": Slots.number("nth", 1...2, endings: endings),
                "year": Slots.number("year", 4...4), "hour": Slots.number("hour", 1...2),
                "count": { ["a", "one"].contains($0) ? ["count": 1] : digits($0) },
                "hours": { $0 == "an" ? ["hours": 1] : hours($0) },
                "unit": { word in units[word].flatMap { $0 < 3 ? ["unit": $0] : nil } },
                "frequency": Slots.table("frequency", units),
                "interval": { word in counts[word].map { ["interval": $0] } ?? interval(word) },
                "ordinal": Slots.table("ordinal", ordinals), "clock": clock, "clock12": clock12,
                "half": { half($0).map { ["half": $0] } }, "halfday": halfday,
                "slashed": { isSlashed($0) ? [:] : nil }, "dotted": { isDotted($0) ? [:] : nil },
            ],
            days: { days($0, weekdays) })
    }

    private static let clock: Slots.Word = { word in
        word.numbers(":", 1...2, 2...2).map { ["hour": $0[0], "minute": $0[1]] }
    }

    /// `5`, `5:30` before `pm`.
    private static let clock12: Slots.Word = { word in
        clock(word) ?? word.number(digits: 1...2).map { ["hour": $0] }
    }

    /// `5pm`, `5:30pm`.
    private static let halfday: Slots.Word = { word in
        guard let start = word.firstIndex(where: \.isLetter),
            let half = half(String(word[start...])),
            var values = clock12(String(word[..<start]))
        else { return nil }
        values.merge(["half": half])
        return values
    }

    private static func half(_ word: String) -> Int? {
        ["am": 0, "a.m.": 0, "a.m": 0, "am.": 0, "pm": 12, "p.m.": 12, "p.m": 12, "pm.": 12][word]
    }

    static func time(_ values: SlotValues) -> ClockTime? {
        guard let hour = values["hour"], let half = values["half"], 1...12 ~= hour,
            var time = ClockTime(hour % 12 + half, values["minute"])
        else { return nil }
        time.isExact = true
        return time
    }

    /// `12/3`, `12/3/2027`, `2027-13-01`.
    static func isSlashed(_ word: String) -> Bool {
        if word.numbers("/", 1...2, 1...2) != nil { return true }
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
        return parts.count == 3
            && zip(parts, [1...4, 1...2, 1...4]).allSatisfy {
                String($0).number(digits: $1) != nil
            }
    }

    /// `3.12.`, `3.12.2027`.
    static func isDotted(_ word: String) -> Bool { word.numbers(".", 1...2, 1...2, 0...9) != nil }

    /// `mon`, `mon and thu`, `mon wed fri`.
    private static func days(
        _ words: ArraySlice<String>, _ weekdays: [String: Int]
    ) -> (count: Int, values: SlotValues)? {
        var (bits, count) = (0, 0)
        var rest = words
        while true {
            let join = count > 0 && rest.first == "and" ? 1 : 0
            guard let day = rest.dropFirst(join).first.flatMap({ weekdays[$0] }) else { break }
            bits |= 1 << day
            count += join + 1
            rest = rest.dropFirst(join + 1)
        }
        return count == 0 ? nil : (count, ["days": bits])
    }

    static func fold(_ words: [String], parts: Set<String>) -> [[String]] {
        words.indices.map { index in
            let word = words[index]
            let next = index + 1 < words.count ? words[index + 1] : nil
            let core = word.withoutComma
            let comma = core == word ? "" : ","
            let isBeforePart = next.map { parts.contains($0.withoutComma) } ?? false
            switch core {
            case "tonight": return ["today", "night" + comma]
            case "this" where word == "this" && isBeforePart && next?.withoutComma != "night":
                return ["today"]
            case "every" where word == core && isBeforePart,
                "every!" where word == core && isBeforePart:
                return [word, "day"]
            case "daily", "weekly", "monthly", "yearly":
                // Elsewhere these are adjectives.
                let isLast = next == nil
                let isTimed = next.map { next in
                    next.first?.isNumber == true
                        || index + 2 < words.count
                            && ["at", "on", "from", "starting", "until"].contains(next)
                }
                guard isLast || isTimed == true else { return [word] }
                return ["every", (core == "daily" ? "day" : String(core.dropLast(2))) + comma]
            default: return [word]
            }
        }
    }

    private static let units: Set<String> = [
        "minute", "hour", "day", "weekday", "workday", "week", "weekend", "month", "quarter",
        "year", "morning", "noon", "afternoon", "evening", "night",
    ]

    static func looksLikeRule(
        _ words: [String], _ weekdays: [String: Int], _ months: [String: Int]
    ) -> Bool {
        if words.count == 1 { return true }
        for word in words.dropFirst() {
            let isUnit =
                word.withoutOrdinalEnding != nil
                || [word, word.singular].contains {
                    units.contains($0) || weekdays[$0] != nil || months[$0] != nil
                }
            if isUnit { return true }
            let isCount =
                word.number(digits: 1...18) != nil
                || ["single", "few", "couple", "of"].contains(word)
                || ordinals[word] != nil || counts[word] != nil
            guard isCount else { return false }
        }
        return false
    }

    static let rules: [Grammar.Rule<Grammar.RuleReading>] = [
        .init("[$interval] $frequency") { values, _ in
            let all: [Repetition.Frequency] = [.daily, .weekly, .monthly, .yearly]
            return .init(Repetition(all[values["frequency"] ?? 0]), every: values["interval"])
        },
        .init("weekday|workday") { _, _ in .weekly(0b1_1111, every: nil) },
        .init("weekend") { _, _ in .weekly(0b110_0000, every: nil) },
        .init("[[$interval] week|weeks on] $days") { values, _ in
            .weekly(values["days"], every: values["interval"])
        },
        .init("other $days") { values, _ in .weekly(values["days"], every: 2) },
        .init("[$interval] month|months on [the] $day") { values, _ in
            .monthly(day: values["day"], every: values["interval"])
        },
        .init("$nth [of the month]") { values, _ in .monthly(day: values["nth"], every: nil) },
        .init("[[$interval] month|months on the] last day [of the month]") { values, _ in
            .monthly(day: 31, every: values["interval"])
        },
        .init("[$interval] month|months on [the] $ordinal $weekday") { values, _ in
            .monthly(values)
        },
        .init("$ordinal $weekday of the month") { values, _ in .monthly(values) },
        // The second Friday could as well be every other one.
        .init("first|1st $weekday") { values, _ in .monthly(day: values, ordinal: 1) },
        .init("last $weekday") { values, _ in .monthly(day: values, ordinal: -1) },
        .init("[[$interval] year|years on] [the] $day [of] $month") { .yearly($0, $1) },
        .init("[[$interval] year|years on] $month $day") { .yearly($0, $1) },
    ]
}

extension Grammar.RuleReading {
    /// A weekday of a month, with an ordinal that the pattern has.
    static func monthly(day values: SlotValues, ordinal: Int) -> Self? {
        var values = values
        values.merge(["ordinal": ordinal])
        return monthly(values)
    }
}

extension String {
    /// The word without `st`, `nd`, `rd` or `th` behind digits; nil without one of them.
    var withoutOrdinalEnding: String? {
        guard ["st", "nd", "rd", "th"].contains(where: hasSuffix) else { return nil }
        let number = String(dropLast(2))
        return number.number(digits: 1...18) == nil ? nil : number
    }

    /// The word without the ending of a plural.
    var singular: String { hasSuffix("s") ? String(dropLast()) : self }
}
