import Items

/// The email address of an account; letter case is ignored.
package struct Email: Hashable, Sendable {
    /// The longest address in bytes (RFC 5321 §4.5.3.1.3, without the angle brackets).
    package static let longest = 254

    /// The address as entered, without surrounding white space and with composed accents.
    package let text: String
    /// The case-folded UTF-8, for comparison and lookup.
    package let key: [UInt8]

    /// A stored address, which has been checked.
    package init(stored text: String) {
        self.text = text
        key = CaseFolding.fold(text)
    }

    /// Parses an entered address; nil if it is malformed.
    ///
    /// Only one `@` with text on both sides is required: mail servers define the rest (RFC 5321
    /// §4.1.2), and only a delivered message proves an address. Accents are composed, so that two
    /// accounts never differ only in something invisible.
    package init?(_ text: String) {
        let address = text.withoutOuterWhiteSpace.withComposedAccents
        let parts = address.utf8.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.longest, parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty }),
            !address.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.isControl })
        else { return nil }
        self.init(stored: address)
    }

    /// The name of an account that is made without one: the part before the `@`.
    package var nameOfNewAccount: String {
        let local = text.unicodeScalars.prefix { $0 != "@" }
        return String(String.UnicodeScalarView(local.prefix(AccountRules.nameCharacters)))
    }

    package static func == (left: Email, right: Email) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
