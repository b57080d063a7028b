package import Items

/// A token as the client has it.
///
///     selector  22 characters of base64url, 16 bytes: looked up
///     .
///     secret    43 characters, 32 bytes: only its digest is stored
///
/// The lookup compares no secret, because the time of an index lookup reveals how much of a key
/// matches.
package struct TokenText: Sendable {
    /// The length in characters.
    package static let length = 66

    package let selector: TokenSelector
    /// Received or random; must not be kept or logged.
    private let secret: InlineArray<4, UInt64>

    /// Parses a token sent by a client; nil if it is malformed.
    package init?(_ text: Span<UInt8>) {
        guard Self.isWellFormed(text),
            let selector = TokenSelector(text: text.extracting(..<Self.dot)),
            let secret = Base64URL.words(
                text.extracting((Self.dot + 1)...), as: InlineArray<4, UInt64>.self)
        else { return nil }
        (self.selector, self.secret) = (selector, secret)
    }

    /// Whether the length and the dot are right; the characters are not checked.
    static func isWellFormed(_ text: Span<UInt8>) -> Bool {
        text.count == length && text[dot] == UInt8(ascii: ".")
    }

    private static let dot = Base64URL.length(of: 2)

    package static func random() -> TokenText {
        var source = SystemRandomNumberGenerator()
        return TokenText.random(using: &source)
    }

    package static func random(using source: inout some RandomNumberGenerator) -> TokenText {
        TokenText(
            selector: TokenSelector(high: source.next(), low: source.next()),
            secret: [source.next(), source.next(), source.next(), source.next()])
    }

    private init(selector: TokenSelector, secret: InlineArray<4, UInt64>) {
        (self.selector, self.secret) = (selector, secret)
    }

    /// The digest that is stored of the secret.
    ///
    /// One round of a fast hash is enough, since 256 random bits cannot be guessed.
    package var digest: Digest { SHA256.digest(secret) }

    /// The complete token, shown once.
    package var revealed: String {
        let dot = [UInt8(ascii: ".")]
        return selector.text + String(decoding: dot + Base64URL.text(secret), as: UTF8.self)
    }
}

extension SHA256 {
    /// The digest of a secret of 32 bytes.
    static func digest(_ secret: InlineArray<4, UInt64>) -> Digest {
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        for index in bytes.indices {
            let word = secret[index / 8]
            bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
        }
        return digest(bytes.span)
    }
}

extension TokenText: CustomStringConvertible {
    /// A description without the secret, safe to log.
    package var description: String { "the token \(selector.text)" }
}
