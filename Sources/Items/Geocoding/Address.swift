/// A place in a person's words, in the one spelling in which it is asked for and remembered.
package struct Address: Hashable, Sendable {
    /// The longest one, in characters.
    package static let characters = 500

    /// Without white space around it, and with single spaces in it.
    package let text: String

    /// The address that these words are; nil when they are none, too long,
    /// or hold a control character.
    package init?(_ words: String) {
        let scalars = words.unicodeScalars
        // White space that is also a control character, such as a tab, is white space.
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
