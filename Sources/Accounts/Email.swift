import Items

/// An address that somebody signs in by; letter case makes no difference.
package struct Email: Hashable, Sendable {
    /// The longest that a mail server takes (RFC 5321 §4.5.3.1.3, without the angle brackets).
    package static let longest = 254

    /// As it was written, without the white space around it.
    package let text: String
    /// Its folded UTF-8, by which addresses are compared and found.
    package let key: [UInt8]

    /// An address that was checked before.
    package init(stored text: String) {
        self.text = text
        key = CaseFolding.fold(text)
    }

    /// An address as somebody typed it, nil when it can be none.
    ///
    /// There is no more to it than one `@` with something on both sides:
    /// what may stand there is up to the servers on the way
    /// (RFC 5321 §4.1.2), and only a letter that arrives proves an address.
    package init?(_ text: String) {
        let address = text.withoutOuterWhiteSpace
        let parts = address.utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.longest, parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty }),
            !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.isControl })
        else { return nil }
        self.init(stored: address)
    }

    package static func == (left: Email, right: Email) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
