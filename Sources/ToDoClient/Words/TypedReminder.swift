/// A reminder at the end of a typed title: `remind 30 min`, or `!` as a word of its own.
///
/// The page reads the same cases (`Tests/Members/quick-reminders.json`).
struct TypedReminder {
    /// The index of its first word.
    let start: Int
    /// The minutes before the due time; nil for `!`.
    private let count: Int?

    private typealias Pattern = Regex<(Substring, Substring?, Substring?)>

    /// Nil if no reminder ends the title.
    init?(_ typed: TypedWords, _ language: WordLanguage) {
        guard let match = typed.line.lowercased().firstMatch(of: Self.pattern(language)) else {
            return nil
        }
        start = typed.words.count - match.output.0.split(whereSeparator: \.isWhitespace).count
        guard let unit = match.output.2?.first else {
            count = nil
            return
        }
        let units: [Character: Int] = ["m": 1, "h": 60, "s": 60, "d": 1_440, "t": 1_440]
        guard let number = match.output.1.flatMap({ Int($0) }), let size = units[unit],
            number <= ToDoItem.reminders.upperBound / size
        else { return nil }
        count = number * size
    }

    private static func pattern(_ language: WordLanguage) -> Pattern {
        switch language {
        case .english:
            #/\s(?:remind(?: me)? ([0-9]+) ?(m|mins?|minutes?|h|hours?|d|days?)(?: before)?|!)$/#
        case .german:
            #/\s(?:erinnere(?: mich)? ([0-9]+) ?(min|minuten?|h|std|stunden?|tage?)(?: vorher)?|!)$/#
        }
    }

    /// The minutes before a date that other words name; nil if both do not belong together.
    ///
    /// A number counts from a time. `!` stands behind the words, and is 9:00 of a day.
    func minutes(before due: Due, isBehind: Bool) -> Int? {
        guard case .time = due else { return count == nil && isBehind ? -540 : nil }
        return count ?? (isBehind ? 0 : nil)
    }
}

extension TypedWords {
    /// The words, a space before each; a line feed where more than a space is between two.
    fileprivate var line: String {
        var end: String.Index?
        return words.map { word in
            let isNext = end == word.gap.lowerBound && isSpace(word.gap)
            end = word.range.upperBound
            return (isNext ? " " : "\n") + word.text
        }.joined()
    }
}
