/// An address to geocode, normalized so that equal addresses share a cache entry.
package struct Address: Hashable, Sendable {
    /// The maximum length in characters.
    package static let characters = 500

    /// The text with single spaces between words and none around it.
    package let text: String

    /// Normalizes white space; nil when the result is empty or too long, or has a control
    /// character.
    package init?(_ words: String) {
        let scalars = words.unicodeScalars
        // Control characters that are white space, such as a tab, are allowed.
        let isPlain = scalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.generalCategory != .control
        }
        guard isPlain else { return nil }
        var text = String.UnicodeScalarView()
        for word in scalars.split(whereSeparator: \.properties.isWhitespace) {
            if !text.isEmpty { text.append(" ") }
            text.append(contentsOf: word)
        }
        guard (1...Self.characters).contains(text.count) else { return nil }
        self.text = String(text)
    }
}
