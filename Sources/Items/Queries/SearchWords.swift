/// The folded words of a search; each must occur in the item's title or description.
package struct SearchWords: Equatable, Sendable {
    /// The maximum length of a search in characters, which bounds the cost for each item.
    package static let characters = 200

    /// The words as folded UTF-8, without duplicates, in the order given.
    package let folded: [[UInt8]]
    private let automaton: AhoCorasick

    /// Splits a text at white space; nil when it has no words, is too long, or has a NUL, which no
    /// text of an item has.
    package init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.characters, !text.utf8.contains(0) else {
            return nil
        }
        var folded: [[UInt8]] = []
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            let word = CaseFolding.fold(String(word))
            if !folded.contains(word) { folded.append(word) }
        }
        guard !folded.isEmpty else { return nil }
        self.folded = folded
        automaton = AhoCorasick(folded)
    }

    /// Whether both have the same words in the same order.
    package static func == (one: Self, other: Self) -> Bool {
        one.folded == other.folded
    }

    /// Whether every word occurs in one of the two texts; `scratch` is a buffer that is reused.
    func occur(
        in title: Span<UInt8>, _ description: Span<UInt8>?, _ scratch: inout [UInt8]
    ) -> Bool {
        var search = automaton.search()
        if occur(in: title, &search, &scratch) { return true }
        guard let description else { return false }
        search.startText()
        return occur(in: description, &search, &scratch)
    }

    /// Whether every word has occurred by the end of a text; its part that is not ASCII is folded
    /// first.
    private func occur(
        in text: Span<UInt8>, _ search: inout AhoCorasick.Search, _ scratch: inout [UInt8]
    ) -> Bool {
        let read = automaton.read(text, isFolded: false, &search)
        if read < text.count, !search.isDone {
            scratch.removeAll(keepingCapacity: true)
            CaseFolding.append(text.extracting(read...), to: &scratch)
            _ = automaton.read(scratch.span, isFolded: true, &search)
        }
        return search.isDone
    }
}
