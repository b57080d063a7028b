/// The words of a search, folded; each must occur in an item's title or in its description.
package struct SearchWords: Equatable, Sendable {
    /// The longest search, in characters: what it costs to look at an item grows with it.
    package static let characters = 200

    /// The words as folded UTF-8, each once, in the order in which they came.
    package let folded: [[UInt8]]
    private let automaton: AhoCorasick

    /// The words of a text, cut at white space; nil when there are none, when the
    /// text is too long, or when it has a NUL, which is in no text of an item.
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

    /// Whether the words are the same, in the same order.
    package static func == (one: Self, other: Self) -> Bool {
        one.folded == other.folded
    }

    /// Whether every word occurs in one of the two texts; `scratch` is memory that is used again.
    func occur(
        in title: Span<UInt8>, _ description: Span<UInt8>?, _ scratch: inout [UInt8]
    ) -> Bool {
        var search = automaton.search()
        if occur(in: title, &search, &scratch) { return true }
        guard let description else { return false }
        search.startText()
        return occur(in: description, &search, &scratch)
    }

    /// Whether every word has occurred by the end of a text; what is not ASCII in it is folded first.
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
