import Testing

@testable import HTTP

@Suite struct `The character classes` {
    private func members(of belongs: (UInt8) -> Bool) -> [UInt8] {
        (UInt8.min...UInt8.max).filter(belongs)
    }

    @Test func `are those of the grammar`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~"
        let tokens = Array("!#$%&'*+-.0123456789\(letters)".utf8)
        let visible = Array(UInt8(0x21)...0x7E)

        #expect(members { $0.isTokenCharacter } == tokens)
        #expect(members { $0.isVisible } == visible)
        #expect(members { $0.isDigit } == Array("0123456789".utf8))
        #expect(members { $0.isBlank } == Array("\t ".utf8))
        #expect(
            members { $0.isFieldValueCharacter } == [9] + Array(0x20...0x7E) + Array(0x80...0xFF))
        #expect(members { $0.isQueryCharacter } == visible.filter { $0 != UInt8(ascii: "#") })
        #expect(
            members { $0.isPathCharacter }
                == visible.filter { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })
        #expect(members { $0.hexDigitValue != nil } == Array("0123456789ABCDEFabcdef".utf8))
        #expect(
            members { $0.lowercased != $0 } == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8))
    }

    @Test func `give hexadecimal digits their value`() {
        let values = "0123456789abcdefABCDEF".utf8.map(\.hexDigitValue)

        #expect(
            values == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] + [
                10, 11, 12, 13, 14, 15, 10, 11, 12, 13, 14, 15,
            ])
    }

    /// Every byte at every place, among neighbours whose carry or borrow could affect it.
    @Test(arguments: [0x20, 0x21, 0x22, 0x23, 0x3F, 0x61, 0x7E, 0x80, 0xFF] as [UInt8])
    func `agree on eight bytes with single bytes`(neighbour: UInt8) {
        for place in 0..<8 {
            for byte in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: neighbour, count: 8)
                bytes[place] = byte
                let eight = SWARWord(bytes.span)

                let areValue = bytes.allSatisfy { $0.isFieldValueCharacter && $0 != .tab }
                let arePath = bytes.allSatisfy { $0.isPathCharacter }
                if eight.areFieldValueCharacters != areValue || eight.arePathCharacters != arePath {
                    Issue.record("\(bytes)")
                }
            }
        }
    }
}

@Suite struct `A stretch of bytes` {
    let bytes = Array("Milk and eggs".utf8)

    @Test func `is found by its range`() {
        let range = ByteRange(start: 9, end: 13)

        let stretch = text(bytes.span.slice(range))

        #expect(stretch == "eggs")
        #expect(range.count == 4)
        #expect(!range.isEmpty)
        #expect(ByteRange(start: 9, end: 9).isEmpty)
    }

    @Test(arguments: [
        ("Milk and eggs", true), ("milk and eggs", false), ("Milk and egg", false),
        ("Milk and eggz", false), ("Milk and eggs ", false), ("", false),
    ])
    func `equals the same bytes`(other: String, expected: Bool) {
        let other = Array(other.utf8)

        let equal = bytes.span.equals(other.span)

        #expect(equal == expected)
    }

    @Test func `equals the literal with its bytes`() {
        let same = bytes.span.equals("Milk and eggs")
        let inAnotherCase = bytes.span.equals("milk and eggs")
        let shorter = bytes.span.equals("Milk and egg")
        let single = bytes.span.extracting(first: 1).equals("M")
        let empty = bytes.span.extracting(first: 0).equals("")

        #expect([same, inAnotherCase, shorter, single, empty] == [true, false, false, true, true])
    }

    @Test func `equals its letters in another case, and nothing else`() {
        let odd: [UInt8] = [0x0D, 0x40, 0x5B, 0x60, 0x7B]

        let inAnotherCase = bytes.span.equalsIgnoringCase("mILK AND EGGS")
        let changed = bytes.span.equalsIgnoringCase("milk and eggz")
        let shorter = bytes.span.equalsIgnoringCase("milk and egg")
        let withOtherBit = odd.span.equalsIgnoringCase("-`{@[")
        let itself = odd.span.equalsIgnoringCase("\r@[`{")

        #expect(inAnotherCase && itself)
        #expect(!changed && !shorter && !withOtherBit)
    }
}
