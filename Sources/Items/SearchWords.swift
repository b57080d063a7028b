/// The words of a search, folded; each must occur in an item's title or in its description.
package struct SearchWords: Equatable, Sendable {
    /// The longest search, in characters: what it costs to look at an item grows with it.
    package static let characters = 200

    /// The words as folded UTF-8, each once, in the order in which they came.
    package let folded: [[UInt8]]

    /// The words of a text, cut at white space; nil when there are none, or the text is too long.
    package init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.characters else { return nil }
        var folded: [[UInt8]] = []
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            let word = CaseFolding.fold(String(word))
            if !folded.contains(word) { folded.append(word) }
        }
        guard !folded.isEmpty else { return nil }
        self.folded = folded
    }

    /// Whether every word occurs in one of the two texts; `scratch` is memory that is used again.
    func occur(
        in title: Span<UInt8>, _ description: Span<UInt8>?, _ scratch: inout [UInt8]
    ) -> Bool {
        scratch.removeAll(keepingCapacity: true)
        CaseFolding.append(title, to: &scratch)
        // NUL is in no text and so in no word: none is found across the boundary.
        scratch.append(0)
        if let description { CaseFolding.append(description, to: &scratch) }
        let text = scratch.span
        return folded.allSatisfy { text.contains($0.span) }
    }
}

extension Span where Element == UInt8 {
    /// Whether these bytes stand somewhere in the span.
    fileprivate func contains(_ word: borrowing Span<UInt8>) -> Bool {
        guard word.count > 0 else { return true }
        guard count >= word.count else { return false }
        let first = word[0]
        var start = 0
        let last = count - word.count
        while start <= last {
            if self[start] == first {
                var length = 1
                while length < word.count, self[start + length] == word[length] { length += 1 }
                if length == word.count { return true }
            }
            start += 1
        }
        return false
    }
}
