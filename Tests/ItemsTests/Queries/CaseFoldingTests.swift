import Items
import Testing

@Suite struct `Case folding` {
    @Test(arguments: [
        ["MILK", "milk", "mIlK"],
        ["\u{DF}", "\u{1E9E}", "SS", "ss", "\u{17F}s"],
        ["\u{3A3}", "\u{3C3}", "\u{3C2}"],
        ["\u{212A}", "K", "k"],
        ["\u{C5}", "\u{E5}", "\u{212B}"],
        ["\u{130}", "i\u{307}", "I\u{307}"],
        ["\u{B5}", "\u{3BC}", "\u{39C}"],
        ["\u{FB01}", "fi", "FI"],
        ["\u{1F0}", "j\u{30C}", "J\u{30C}"],
        ["\u{13A0}", "\u{AB70}"],
        ["\u{13F0}", "\u{13F8}"],
        ["\u{1FBC}", "\u{1FB3}", "\u{391}\u{399}", "\u{3B1}\u{345}"],
        ["\u{416}", "\u{436}"],
        ["\u{10400}", "\u{10428}"],
        ["\u{FF21}", "\u{FF41}"],
    ])
    func `makes all cases of a text equal`(spellings: [String]) {
        let folded = Set(spellings.map(CaseFolding.fold))

        #expect(folded.count == 1)
    }

    @Test(arguments: [
        ["i", "\u{131}"], ["\u{E9}", "e\u{301}"], ["a", "\u{AA}"], ["A", "\u{391}", "\u{410}"],
        ["\u{1}", "!"], ["@", "`"], ["[", "{"], ["\u{A0}", " "], ["1", "\u{FF11}"],
    ])
    func `keeps texts different that differ in more than case`(texts: [String]) {
        let folded = Set(texts.map(CaseFolding.fold))

        #expect(folded.count == texts.count)
    }

    @Test func `changes nothing the second time`() {
        let scalars = (UInt32(1)...0x1_FFFF).compactMap(Unicode.Scalar.init).map(String.init)

        let changed = scalars.filter { scalar in
            let once = CaseFolding.fold(scalar)
            return CaseFolding.fold(String(decoding: once, as: UTF8.self)) != once
        }

        #expect(changed == [])
    }

    @Test func `does not change text without case`() {
        let text = "牛乳 123 %_\"' \u{1F95B}\u{301}"

        #expect(CaseFolding.fold(text) == Array(text.utf8))
    }
}

@Suite struct `A search for words` {
    // proves: visible-5
    @Test(
        arguments: [
            ("milk", "Buy MILK", nil, true), ("milk", "Buy", "two of milk", true),
            ("ilk uy", "Buy milk", nil, true), ("milk two", "Milk", "two", true),
            ("milk two", "Milk", nil, false), ("milk", "Mi", "lk", false),
            ("milk", "Mi lk", nil, false), ("100%", "100% wool", nil, true),
            ("1%0", "100", nil, false), ("_", "ab", nil, false), ("_", "a_b", nil, true),
            ("\"a", "say \"a\"", nil, true), ("\"a b\"", "a b", nil, false),
            ("STRASSE", "Stra\u{DF}e", nil, true), ("stra\u{DF}e", "STRASSE", nil, true),
            ("\u{3C3}", "\u{39F}\u{394}\u{39F}\u{3A3}", nil, true),
            ("\u{212A}ilo", "kilo", nil, true), ("caf\u{E9}", "cafe\u{301}", nil, false),
            ("cafe", "CAFE\u{301}", nil, true),
            ("\u{2003}milk\u{3000}tea ", "tea, milk", nil, true),
            ("牛", "買う牛乳", nil, true), ("aab", "aaab", nil, true), ("milk", "mil", nil, false),
        ] as [(String, String, String?, Bool)])
    func `finds each word as a part of the title or the description`(
        text: String, title: String, description: String?, isFound: Bool
    ) {
        var filter = ItemFilter()
        filter.words = SearchWords(text)
        let content = ItemContent(title: title, itemDescription: description)

        let matches = filter.matches(.with(content))

        #expect(matches == isFound)
    }

    @Test(arguments: [
        "", " ", "\u{2003}\n", "\0", "milk\0", "a \0", String(repeating: "a", count: 201),
    ])
    func `without a word, with too many letters or with a NUL is refused`(
        text: String
    ) {
        #expect(SearchWords(text) == nil)
    }

    @Test func `contains each word once`() {
        #expect(SearchWords("Milk tea mILK")?.folded == [Array("milk".utf8), Array("tea".utf8)])
    }
}

extension ToDoItem {
    /// An item with this content.
    static func with(_ content: ItemContent) -> ToDoItem {
        ToDoItem(id: ItemID(high: 0, low: 1), sequence: 1, content: content, now: 0, revision: 1)
    }
}
