import ToDoClient

/// The words of dates and rules, in lower case.
enum EnglishWords {
    static let weekdays = numbered([
        ["monday", "mon"], ["tuesday", "tue", "tues"], ["wednesday", "wed"],
        ["thursday", "thu", "thur", "thurs"], ["friday", "fri"], ["saturday", "sat"],
        ["sunday", "sun"],
    ])
    static let months = numbered([
        ["january", "jan"], ["february", "feb"], ["march", "mar"], ["april", "apr"], ["may"],
        ["june", "jun"], ["july", "jul"], ["august", "aug"], ["september", "sep", "sept"],
        ["october", "oct"], ["november", "nov"], ["december", "dec"],
    ])
    /// Numbers in words, as the interval of a rule.
    static let counts = [
        "other": 2, "second": 2, "third": 3, "fourth": 4, "two": 2, "three": 3, "four": 4,
        "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    ]
    static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "1st": 1, "2nd": 2,
        "3rd": 3, "4th": 4,
    ]
    static let frequencies: [String: Repetition.Frequency] = [
        "day": .daily, "week": .weekly, "month": .monthly, "year": .yearly,
    ]

    /// The words with the index of their group.
    private static func numbered(_ groups: [[String]]) -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: groups.enumerated().flatMap { index, words in
                words.map { ($0, index) }
            })
    }
}

/// Reads words from the first to the last.
struct WordReader {
    private var words: ArraySlice<String>

    init(_ words: some Sequence<String>) {
        self.words = ArraySlice(words)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Reads these words if they are next.
    mutating func take(_ expected: String...) -> Bool {
        guard words.starts(with: expected) else { return false }
        words.removeFirst(expected.count)
        return true
    }

    /// Reads the next word if it has a value.
    mutating func take<Value>(_ value: (String) -> Value?) -> Value? {
        guard let value = words.first.flatMap(value) else { return nil }
        words.removeFirst()
        return value
    }

    /// Reads the next word if a table has it.
    mutating func take<Value>(_ values: [String: Value]) -> Value? {
        take { values[$0] }
    }
}

extension String {
    /// A number of at most this many digits.
    func number(digits: ClosedRange<Int>) -> Int? {
        digits.contains(utf8.count) ? Int(digits: self[...]) : nil
    }

    /// The word without `st`, `nd`, `rd` or `th` behind digits; nil without one of them.
    var withoutOrdinalEnding: String? {
        guard ["st", "nd", "rd", "th"].contains(where: hasSuffix),
            Int(digits: dropLast(2)) != nil
        else { return nil }
        return String(dropLast(2))
    }

    /// A day of a month in digits, with or without an ending.
    var dayOfMonth: Int? { (withoutOrdinalEnding ?? self).number(digits: 1...2) }

    /// The word without the ending of a plural.
    var singular: String { hasSuffix("s") ? String(dropLast()) : self }
}
