import Items

/// Detects guessable passwords by their structure instead of a list.
///
/// Guessing starts with words, keyboard walks and dates, followed by a digit or two. So a password
/// is split into such pieces at the lowest total cost, and a low cost means guessable:
///
///     a walk, a letter three times     1    qwertz, abcd, 4321, aaa
///     a repeated sign                  1    !, !!!
///     a word of the list               2    password, p4$$w0rd
///     a word of `knowing`              1
///     digits, with signs in between    1    for each three or less: 7, 2008 (2), 24.12.98 (2)
///     any other letter or byte         2
///
/// A repeated text costs what one repetition costs.
package enum CommonPasswords {
    /// The highest cost that is refused: `password`, a year and `!`, or two words and `99`.
    static let threshold = 5

    /// Whether a password is guessable; `knowing` has more words, case-folded.
    package static func contain(_ password: String, knowing words: [[UInt8]] = []) -> Bool {
        let text = CaseFolding.fold(password)
        let unit = Array(text.prefix(period(of: text)))
        guard unit.count == text.count || unit.count >= Password.lengths.lowerBound else {
            return true
        }
        return cost(of: unit, knowing: words) <= threshold
    }

    /// The period of a text in bytes, the last repetition perhaps incomplete; its length without
    /// one.
    private static func period(of text: [UInt8]) -> Int {
        guard text.count > 1 else { return text.count }
        for length in 1...text.count / 2
        where (length..<text.count).allSatisfy({ text[$0] == text[$0 - length] }) {
            return length
        }
        return text.count
    }

    /// The lowest cost of splitting this text into pieces.
    private static func cost(of text: [UInt8], knowing words: [[UInt8]]) -> Int {
        // The lowest cost of the text up to each index.
        var costs = [Int](repeating: .max / 2, count: text.count + 1)
        costs[0] = 0
        func reach(_ end: Int, from start: Int, for price: Int) {
            costs[end] = min(costs[end], costs[start] + price)
        }
        for start in text.indices where costs[start] <= threshold {
            let rest = text[start...]
            reach(start + 1, from: start, for: price(of: text[start]))
            for length in KeyboardWalks.lengths(atStartOf: rest) {
                reach(start + length, from: start, for: 1)
            }
            let repeated = rest.prefix { $0 == text[start] }.count
            if repeated >= 3 || price(of: text[start]) == 1 {
                reach(start + repeated, from: start, for: 1)
            }
            for (length, digits) in numbers(atStartOf: rest) {
                reach(start + length, from: start, for: (digits + 2) / 3)
            }
            for word in CommonWords.beginning(with: text[start])
            where LeetSpelling.begins(rest, with: word) {
                reach(start + word.count, from: start, for: 2)
            }
            for word in words where LeetSpelling.begins(rest, with: word) {
                reach(start + word.count, from: start, for: 1)
            }
        }
        return costs[text.count]
    }

    /// The numbers, dates and telephone numbers at the start of a text: lengths and digit counts.
    private static func numbers(atStartOf text: ArraySlice<UInt8>) -> [(length: Int, digits: Int)] {
        var found: [(length: Int, digits: Int)] = []
        for (length, byte) in zip(1..., text) {
            let count = found.last?.digits ?? 0
            if digits.contains(byte) {
                found.append((length, count + 1))
            } else if count == 0 || !between.contains(byte) {
                break
            }
        }
        return found
    }

    /// Separators in dates and telephone numbers.
    private static let between = Array("-./: ".utf8)
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static func price(of byte: UInt8) -> Int {
        byte >= 0x80 || letters.contains(byte) ? 2 : 1
    }
}
