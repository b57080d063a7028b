import Items

/// An address that somebody signs in by; letter case makes no difference.
package struct Email: Hashable, Sendable {
    /// As it was written, without the white space around it.
    package let text: String
    /// Its folded UTF-8, by which addresses are compared and found.
    package let key: [UInt8]

    /// An address that was checked before.
    package init(stored text: String) {
        self.text = text
        key = CaseFolding.fold(text)
    }

    package static func == (left: Email, right: Email) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
