import Testing

@testable import Items

@Suite("An Aho-Corasick automaton")
struct AhoCorasickTests {
    @Test(arguments: [
        ("a", "bca", true), ("a", "bcd", false), ("ab bc", "abc", true), ("ab bc", "abbc", true),
        ("ab ba", "ab", false),
        // One word is inside another one, or is its end.
        ("abcd bc c", "xabcd", true), ("abcd bc x", "abcd", false), ("aab", "aaab", true),
        ("abab", "abaabab", true), ("abab", "abaaba", false), ("\0", "a\0b", true),
        ("a", "", false),
    ])
    func `finds words if each of them is a part of the text`(
        words: String, text: String, areFound: Bool
    ) {
        let found = findsAll(words.split(separator: " ").map { Array($0.utf8) }, Array(text.utf8))

        #expect(areFound == found)
    }

    @Test func `finds the same as a plain search for each word`() {
        var wrong: [String] = []
        var found = 0
        for _ in 0..<20_000 {
            // Two or three letters, so that words overlap, repeat and contain each other.
            let letters = UInt8.random(in: 2...3)
            let words = (0..<Int.random(in: 1...6)).map { _ in noise(of: letters, 1...5) }
            let text = noise(of: letters, 0...24)

            let areFound = findsAll(words, text)

            if areFound { found += 1 }
            if areFound != words.allSatisfy({ isPart($0, of: text) }) {
                wrong.append("\(words) in \(text)")
            }
        }
        #expect(wrong.isEmpty)
        #expect((1_000...19_000).contains(found), "nearly always the same result tests nothing")
    }

    @Test func `finds as many words as a search can have`() {
        let words: [[UInt8]] = (0..<100).map { [0xE4, 0xB8, 0x80 + $0] }

        #expect(findsAll(words, words.reversed().flatMap(\.self)))
        #expect(!findsAll(words, words.dropLast().flatMap(\.self)))
    }

    private func findsAll(_ words: [[UInt8]], _ text: [UInt8]) -> Bool {
        let automaton = AhoCorasick(words)
        var search = automaton.search()
        _ = automaton.read(text.span, isFolded: true, &search)
        return search.isDone
    }

    private func noise(of letters: UInt8, _ lengths: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: lengths)).map { _ in .random(in: 0..<letters) }
    }

    private func isPart(_ word: [UInt8], of text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }
}
