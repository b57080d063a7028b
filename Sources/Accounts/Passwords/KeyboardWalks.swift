/// Sequences of adjacent keys, and counting sequences.
enum KeyboardWalks {
    /// Two adjacent keys are chance.
    private static let shortest = 3

    /// The lengths of the walks at the start of a text.
    static func lengths(atStartOf text: ArraySlice<UInt8>) -> Range<Int> {
        shortest..<max(shortest, longest(atStartOf: text) + 1)
    }

    private static func longest(atStartOf text: ArraySlice<UInt8>) -> Int {
        guard let first = text.first else { return 0 }
        var longest = 0
        for walk in walks {
            for start in walk.indices where walk[start] == first {
                let length = zip(text, walk[start...]).prefix { $0 == $1 }.count
                longest = max(longest, length)
            }
        }
        return longest
    }

    /// Each line in both directions.
    private static let walks = lines.flatMap { line -> [[UInt8]] in
        let keys = Array(line.utf8)
        return [keys, keys.reversed()]
    }

    private static let lines = [
        // Counting.
        "0123456789012345678901234567890", "11223344556677889900", "112233445566",
        "abcdefghijklmnopqrstuvwxyz", "aabbccddeeffgghh", "a1b2c3d4e5f6g7h8i9",
        "1a2b3c4d5e6f7g8h9i", "13579", "2468", "102030405060",
        // The rows of English, German and French keyboards.
        "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "yxcvbnm,.-",
        "azertyuiop", "qsdfghjklm", "wxcvbn,;:", "!@#$%^&*()_+", "`1234567890-=",
        // Two rows in turn.
        "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "1q2w3e4r5t6z7u8i9o0p",
        "qawsedrftgyhujikolp",
        "aqswdefrgthyjukilo", "azsxdcfvgbhnjmk", "a1s2d3f4g5h6j7", "1a2s3d4f5g6h7j",
        "z1x2c3v4b5n6m7", "1z2x3c4v5b6n7m", "q1q2q3q4q5q6", "1q2q3q4q5q6q", "a1a2a3a4a5a6",
        "1a2a3a4a5a6a",
        "12qw34er56ty78ui", "qw12er34ty56", "qwaszxerdfcv", "qpwoeirutyalskdjfhg", "1029384756",
        // Columns.
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "qazwsxedcrfvtgbyhnujmikolp",
        "zaq1xsw2cde3vfr4bgt5nhy6mju7", "zaqxswcdevfrbgtnhymju", "1qazxsw23edcvfr4", "zaq12wsxcde3",
        "qweasdzxc", "qazxswedc", "wsxedcrfv",
        // The number pad.
        "147258369", "159357", "159753", "741852963", "789456123", "321654987", "963852741",
    ]
}
