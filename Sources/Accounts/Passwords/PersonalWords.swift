import Items

/// What somebody who knows whose password it is would try first.
enum PersonalWords {
    /// Shorter ones are parts of too many passwords by chance.
    private static let shortest = 3

    /// The address and its parts, the name and its parts, folded.
    static func of(_ name: String?, _ email: Email?) -> [[UInt8]] {
        var words = parts(of: email?.key ?? [])
        let name = CaseFolding.fold(name ?? "")
        words += parts(of: name)
        words.append(name.filter { !isBetweenWords($0) })
        return words.filter { $0.count >= shortest }
    }

    /// A text, and what stands in it between spaces, dots, hyphens and the like.
    private static func parts(of text: [UInt8]) -> [[UInt8]] {
        [text] + text.split(whereSeparator: isBetweenWords).map(Array.init)
            + text.split(separator: UInt8(ascii: "@")).map(Array.init)
    }

    private static func isBetweenWords(_ byte: UInt8) -> Bool {
        byte < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
