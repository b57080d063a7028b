/// Substitutions of letters, such as 0 for o.
enum LeetSpelling {
    /// Whether the text begins with the word, allowing substitutions.
    static func begins(_ text: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
        guard text.count >= word.count else { return false }
        return zip(text, word).allSatisfy { sign, letter in
            sign == letter || letters(meantBy: sign).contains(letter)
        }
    }

    /// The letters that a character substitutes.
    static func letters(meantBy sign: UInt8) -> [UInt8] {
        meanings[Int(sign)]
    }

    private static let meanings: [[UInt8]] = {
        var meanings = [[UInt8]](repeating: [], count: 256)
        for (sign, letters) in usual {
            for sign in sign.utf8 { meanings[Int(sign)] = Array(letters.utf8) }
        }
        return meanings
    }()

    private static let usual = [
        ("0", "o"), ("1!|", "il"), ("2", "z"), ("3", "e"), ("4@", "a"), ("5$", "s"), ("6", "gb"),
        ("7+", "t"), ("8", "b"), ("9", "g"),
    ]
}
