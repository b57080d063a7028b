package import Items

/// A token that adds the first account, as the client has it.
///
///     secret    43 characters of base64url, 32 bytes: only its digest is stored
///
/// There is at most one, so nothing has to be looked up by it.
package struct SetupToken: Sendable {
    /// Received or random; must not be kept or logged but in the link for the operator.
    private let secret: InlineArray<4, UInt64>

    /// Parses a token sent by a client; nil if it is malformed.
    package init?(_ text: String) {
        let words = Base64URL.words(text.utf8Span.span, as: InlineArray<4, UInt64>.self)
        guard let words else { return nil }
        secret = words
    }

    private init(secret: InlineArray<4, UInt64>) {
        self.secret = secret
    }

    package static func random() -> SetupToken {
        var source = SystemRandomNumberGenerator()
        return SetupToken(secret: [source.next(), source.next(), source.next(), source.next()])
    }

    /// The digest that is stored, and compared in constant time.
    package var digest: Digest { SHA256.digest(secret) }

    /// The complete token.
    package var revealed: String { String(decoding: Base64URL.text(secret), as: UTF8.self) }
}

extension SetupToken: CustomStringConvertible {
    /// A description without the secret, safe to log.
    package var description: String { "a set-up token" }
}
