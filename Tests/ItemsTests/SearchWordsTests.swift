import Testing

@testable import Items

@Suite struct `The words of a search` {
    @Test(
        arguments: [
            ("milk", "Buy MILK", nil, true), ("MILK", "buy milk", nil, true),
            ("straße", "Zur STRASSE", nil, true), ("kelvin", "0 \u{212A}elvin", nil, true),
            ("é", "CAFÉ and more", nil, true), ("after", "CAFÉ and AFTER", nil, true),
            ("milk bread", "milk", "BREAD", true), ("milk bread", "milk", nil, false),
            ("ab", "a", "b", false), ("éa", "é", "a", false), ("aé", "A", "É", false),
            ("[", "{", nil, false), ("@", "`", nil, false),
        ] as [(String, String, String?, Bool)])
    func `occur in a title or a description in any letter case`(
        words: String, title: String, description: String?, occur: Bool
    ) {
        #expect(finds(words, title, description) == occur)
    }

    @Test func `occur where the folded texts contain them`() {
        let letters = ["a", "b", "A", "B", "ß", "s", "S", "É", "é", "\u{212A}", "k", "中"]
        var found = 0
        for _ in 0..<20_000 {
            let text = { (most: Int) in
                (0..<Int.random(in: 0...most)).map { _ in letters.randomElement() ?? "" }.joined()
            }
            let (word, title, description) = (text(2) + "a", text(8) + "x", text(8))

            let occurs = finds(word, title, description)

            let folded = [title, description].map(CaseFolding.fold)
            let expected = folded.contains { contains($0, CaseFolding.fold(word)) }
            #expect(occurs == expected, "\(word) in \(title) or \(description)")
            found += occurs ? 1 : 0
        }
        #expect((1_000...19_000).contains(found), "nearly always the same result tests nothing")
    }

    private func finds(_ words: String, _ title: String, _ description: String?) -> Bool {
        guard let words = SearchWords(words) else { return false }
        var scratch: [UInt8] = []
        let title = title.utf8Span.span
        guard let description else { return words.occur(in: title, nil, &scratch) }
        return words.occur(in: title, description.utf8Span.span, &scratch)
    }

    private func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }
}
