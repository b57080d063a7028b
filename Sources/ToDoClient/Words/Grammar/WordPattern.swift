/// A pattern of words, which either matches words or gives the values of its slots.
///
///     [on] [next|this] $weekday      on Friday, next friday
///     in $count day|days             in 3 days
///     $month $day [$year]            Dec 1 2027
///
/// Parts in brackets can be missing, and `|` separates words. `$name` is a slot: a word that the
/// grammar reads as values, by the name of the slot. `$days` can have several words.
struct WordPattern: Sendable {
    private indirect enum Element: Sendable {
        case words([String])
        case slot(String)
        case optional([Element])
    }

    private let elements: [Element]

    init(_ text: String) {
        var tokens = text.replacing("[", with: " [ ").replacing("]", with: " ] ")
            .split(separator: " ").map(String.init)[...]
        elements = Self.parse(&tokens)
    }

    private static func parse(_ tokens: inout ArraySlice<String>) -> [Element] {
        var elements: [Element] = []
        while let token = tokens.popFirst(), token != "]" {
            switch token.first {
            case "[": elements.append(.optional(parse(&tokens)))
            case "$": elements.append(.slot(String(token.dropFirst())))
            default: elements.append(.words(token.split(separator: "|").map(String.init)))
            }
        }
        return elements
    }

    /// The values of the slots if the pattern matches all words.
    func match(_ words: ArraySlice<String>, _ slots: Slots) -> SlotValues? {
        var values = SlotValues()
        return Self.match(elements[...], words, slots, &values, isWhole: true) == nil
            ? nil : values
    }

    /// The number of words at the beginning that the pattern matches, as many as possible.
    func prefix(of words: ArraySlice<String>, _ slots: Slots) -> Int? {
        var values = SlotValues()
        return Self.match(elements[...], words, slots, &values, isWhole: false)
    }

    /// The number of words that the elements match.
    private static func match(
        _ elements: ArraySlice<Element>, _ words: ArraySlice<String>, _ slots: Slots,
        _ values: inout SlotValues, isWhole: Bool
    ) -> Int? {
        guard let element = elements.first else { return isWhole && !words.isEmpty ? nil : 0 }
        let rest = elements.dropFirst()
        let count: Int
        switch element {
        case .words(let expected):
            guard let word = words.first, expected.contains(word) else { return nil }
            count = 1
        case .slot(let name):
            guard let found = slots.read(name, words) else { return nil }
            values.merge(found.values)
            count = found.count
        case .optional(let inner):
            var copy = values
            let all = ArraySlice(inner + rest)
            if let count = match(all, words, slots, &copy, isWhole: isWhole) {
                values = copy
                return count
            }
            return match(rest, words, slots, &values, isWhole: isWhole)
        }
        let others = match(rest, words.dropFirst(count), slots, &values, isWhole: isWhole)
        return others.map { $0 + count }
    }
}

extension [WordPattern] {
    /// The number of words at the beginning that the first fitting pattern matches.
    func prefix(of words: ArraySlice<String>, _ slots: Slots) -> Int? {
        lazy.compactMap { $0.prefix(of: words, slots) }.first
    }
}

/// The values of the slots of a pattern.
struct SlotValues: ExpressibleByDictionaryLiteral {
    private var values: [String: Int]

    init(dictionaryLiteral values: (String, Int)...) {
        self.values = Dictionary(values) { _, last in last }
    }

    /// The value of a slot; nil if the words do not have it.
    subscript(_ name: String) -> Int? { values[name] }

    mutating func merge(_ others: SlotValues) {
        values.merge(others.values) { _, last in last }
    }
}

/// Reads the words of slots.
struct Slots: Sendable {
    /// A slot of one word.
    typealias Word = @Sendable (String) -> SlotValues?

    var words: [String: Word]
    /// The days of a week, with the words between them; the value `days` has a bit for each.
    var days: @Sendable (ArraySlice<String>) -> (count: Int, values: SlotValues)?

    func read(_ name: String, _ all: ArraySlice<String>) -> (count: Int, values: SlotValues)? {
        if name == "days" { return days(all) }
        guard let word = all.first, let values = words[name]?(word) else { return nil }
        return (1, values)
    }

    /// A slot of words in a table.
    static func table(_ name: String, _ table: [String: Int]) -> Word {
        { word in table[word].map { [name: $0] } }
    }

    /// A slot of a number with so many digits, with or without an ending.
    static func number(
        _ name: String, _ digits: ClosedRange<Int>, endings: [String] = [""],
        in range: ClosedRange<Int> = 0...9_999
    ) -> Word {
        { word in
            for ending in endings where word.hasSuffix(ending) {
                let number = String(word.dropLast(ending.count)).number(digits: digits)
                if let number, range.contains(number) { return [name: number] }
            }
            return nil
        }
    }
}

extension String {
    /// A number of so many ASCII digits.
    func number(digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(utf8.count), utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(self)
    }

    /// Numbers with separators between them; nil if the text is not of this form. An empty part is
    /// 0 where no digits are allowed too.
    func numbers(_ separator: Character, _ digits: ClosedRange<Int>...) -> [Int]? {
        let parts = split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == digits.count else { return nil }
        let numbers = zip(parts, digits).compactMap { part, digits in
            part.isEmpty && digits.contains(0) ? 0 : String(part).number(digits: digits)
        }
        return numbers.count == parts.count ? numbers : nil
    }

    /// The word without a comma behind it.
    var withoutComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
