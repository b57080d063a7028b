import HTTP
import Testing

@Suite struct `The limit of a body` {
    private let limit = BodyLimit(array: 9, other: 4)

    @Test(
        arguments: [
            ("", nil), (" \n\t\r", nil), ("[", 9), (" \r\n[{", 9), ("{", 4), (" {[", 4),
            ("milk", 4),
            ("\u{FEFF}[", 9), ("\u{FEFF}{", 4),
        ] as [(String, Int?)])
    func `follows from its first byte after white space`(beginning: String, expected: Int?) {
        var blanks = 0

        #expect(limit.limit(of: Array(beginning.utf8).span, after: &blanks) == expected)
    }

    @Test func `is found without looking at white space twice`() {
        var blanks = 0
        _ = limit.limit(of: Array("  ".utf8).span, after: &blanks)
        let seen = blanks

        // The first two bytes have changed.
        let found = limit.limit(of: Array("{{ [".utf8).span, after: &blanks)

        #expect(seen == 2)
        #expect(found == 9)
    }

    @Test func `is known at once when there is only one`() {
        var blanks = 0

        #expect(BodyLimit(7).limit(of: [UInt8]().span, after: &blanks) == 7)
    }
}
