import Items

/// The words of an account that an attacker would try.
enum PersonalWords {
    /// Shorter words occur in too many passwords by chance.
    private static let shortest = 3

    /// The email, the name and their parts, case-folded.
    static func of(_ name: String?, _ email: Email?) -> [[UInt8]] {
        var words = parts(of: email?.key ?? [])
        let name = CaseFolding.fold(name ?? "")
        words += parts(of: name)
        words.append(name.filter { !isBetweenWords($0) })
        return words.filter { $0.count >= shortest }
    }

    /// A text, and its parts between spaces, dots, hyphens and the like.
    private static func parts(of text: [UInt8]) -> [[UInt8]] {
        [text] + text.split(whereSeparator: isBetweenWords).map(Array.init)
            + text.split(separator: UInt8(ascii: "@")).map(Array.init)
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool {
        byte < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
