import Items

/// The passwords that are tried first, told by how they are made rather than by a list.
///
/// Who guesses begins with words, walks over the keyboard and dates, with a
/// digit or two behind them. So a password is cut into such pieces in the
/// cheapest way, and what costs too little is one of them:
///
///     a walk, a letter three times     1    qwertz, abcd, 4321, aaa
///     a sign as often as you like      1    !, !!!
///     a word of the list               2    password, p4$$w0rd
///     a word that the caller knows     1
///     digits, with signs in between    1    for each three that are begun: 7, 2008 (2), 24.12.98 (2)
///     any other letter or byte         2
///
/// What is said twice is worth what is said once.
package enum CommonPasswords {
    /// What costs no more than this is guessed: `password`, a year and `!`, or two words and `99`.
    static let threshold = 5

    /// Whether a password is one of those, or made of words that are `knowing`, which are folded.
    package static func contain(_ password: String, knowing words: [[UInt8]] = []) -> Bool {
        let text = CaseFolding.fold(password)
        let unit = Array(text.prefix(period(of: text)))
        guard unit.count == text.count || unit.count >= Password.lengths.lowerBound else {
            return true
        }
        return cost(of: unit, knowing: words) <= threshold
    }

    /// After how many bytes a text begins anew, the last time perhaps cut
    /// short; its length if never.
    private static func period(of text: [UInt8]) -> Int {
        guard text.count > 1 else { return text.count }
        for length in 1...text.count / 2
        where (length..<text.count).allSatisfy({ text[$0] == text[$0 - length] }) {
            return length
        }
        return text.count
    }

    /// What the cheapest way costs to say this text in pieces.
    private static func cost(of text: [UInt8], knowing words: [[UInt8]]) -> Int {
        // The cost of the text up to each place.
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

    /// How long the numbers, dates and telephone numbers are that a text begins with, and how many
    /// digits each has.
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

    /// What stands between the digits of dates and telephone numbers.
    private static let between = Array("-./: ".utf8)
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static func price(of byte: UInt8) -> Int {
        byte >= 0x80 || letters.contains(byte) ? 2 : 1
    }
}
