extension Repetition {
    /// The rule in words: `every 2 weeks on Monday and Thursday until 30 Jun 2027`.
    public func words(_ language: WordLanguage) -> String {
        let words = language.rules
        let every = every(words)
        let text = from == .done ? "\(every) \(words.afterCompletion)" : on(every, language)
        return until.map { "\(text) \(words.until) \(language.words.day($0))" } ?? text
    }

    private func every(_ words: WordLanguage.Rules) -> String {
        guard let one = words.one[frequency], let many = words.many[frequency] else {
            return frequency.rawValue
        }
        return interval == 1 ? one : "\(words.every) \(interval) \(many)"
    }

    private func on(_ every: String, _ language: WordLanguage) -> String {
        let words = language.rules
        if let byMonthDay {
            let isLast = byMonthDay == 31 && frequency == .monthly
            return "\(every) \(words.onThe) \(isLast ? words.lastDay : words.ordinal(byMonthDay))"
        }
        guard let byDay, let first = byDay.first else { return every }
        let names = byDay.map { language.words.weekdays[$0.weekday.index] }
        if let ordinal = first.ordinal {
            return "\(every) \(words.onThe) \(words.ordinals[ordinal] ?? "") \(names[0])"
        }
        let days = byDay.map(\.weekday)
        if interval == 1, days == Weekday.allCases.dropLast(2) { return words.everyWeekday }
        let list =
            names.count < 2
            ? names[0]
            : names.dropLast().joined(separator: ", ") + " \(words.and) " + names[names.count - 1]
        return interval == 1 ? "\(words.everyOne) \(list)" : "\(every) \(words.on) \(list)"
    }
}

extension WordLanguage {
    /// The words of rules that a language writes.
    fileprivate struct Rules: Sendable {
        let one: [Repetition.Frequency: String]
        let many: [Repetition.Frequency: String]
        /// Before a number, and before a day of the week.
        let every: String
        let everyOne: String
        let everyWeekday: String
        /// Before days of the week, and before a day of the month.
        let on: String
        let onThe: String
        let ordinals: [Int: String]
        let ordinal: @Sendable (Int) -> String
        let lastDay: String
        let and: String
        let until: String
        let afterCompletion: String
    }

    fileprivate var rules: Rules {
        switch self {
        case .english: Self.englishRules
        case .german: Self.germanRules
        }
    }

    private static let englishRules = Rules(
        one: [
            .daily: "every day", .weekly: "every week", .monthly: "every month",
            .yearly: "every year",
        ],
        many: [.daily: "days", .weekly: "weeks", .monthly: "months", .yearly: "years"],
        every: "every", everyOne: "every", everyWeekday: "every weekday", on: "on",
        onThe: "on the",
        ordinals: [1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"],
        ordinal: { number in
            let ending = 11...13 ~= number % 100 ? nil : [1: "st", 2: "nd", 3: "rd"][number % 10]
            return "\(number)\(ending ?? "th")"
        },
        lastDay: "last day", and: "and", until: "until", afterCompletion: "after completion")

    private static let germanRules = Rules(
        one: [
            .daily: "jeden Tag", .weekly: "jede Woche", .monthly: "jeden Monat",
            .yearly: "jedes Jahr",
        ],
        many: [.daily: "Tage", .weekly: "Wochen", .monthly: "Monate", .yearly: "Jahre"],
        every: "alle", everyOne: "jeden", everyWeekday: "jeden Werktag", on: "am", onThe: "am",
        ordinals: [1: "ersten", 2: "zweiten", 3: "dritten", 4: "vierten", -1: "letzten"],
        ordinal: { "\($0)." },
        lastDay: "letzten Tag", and: "und", until: "bis", afterCompletion: "nach Erledigung")
}
