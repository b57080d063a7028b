import Items
import SQLite
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A list of places` {
    @Test func `is read as it was written`() {
        let places = [1, 2, 127, 128, 255, 300, 16_384, 1 << 21, 1 << 39, 1 << 39 + 1]
        var bytes: [UInt8] = []
        for (place, last) in zip(places, [0] + places) {
            PlaceList.append(place, after: last, to: &bytes)
        }

        var read: [Int] = []
        PlaceList.append(bytes.span, to: &read)

        #expect(read == places)
        #expect(bytes.count < 32)
    }

    @Test func `that is damaged gives places all the same`() {
        var dice = SplitMix64(seed: 3)

        for _ in 0..<2_000 {
            let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &dice) | 0x40 }
            var read: [Int] = []
            PlaceList.append(bytes.span, to: &read)
            #expect(read.count <= 20)
            #expect(read.allSatisfy { $0 >= 0 })
        }
    }
}

@Suite struct `The trigrams` {
    @Test(arguments: [
        ("abcd", ["abc", "bcd"]), ("ab", []), ("ab cab", ["cab"]), ("abab ABA", ["aba", "bab"]),
        ("\u{725B}", ["\u{725B}"]), ("a b", []),
    ])
    func `of words are those that any text with the words has`(
        text: String, trigrams: [String]
    ) throws {
        let words = try #require(SearchWords(text) as SearchWords?)

        let found = Trigrams.all(in: words)

        #expect(
            found == trigrams.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
    }
}
