/// A token as its owner has it.
///
///     selector  22 letters of base64url, 16 bytes: by which it is looked up
///     .
///     secret    43 letters, 32 bytes: of which only a digest is stored
///
/// The halves are apart so that a database's index never compares anything secret: how long that
/// takes tells how much of it was right.
package struct TokenText: Sendable {
    /// How many letters it has.
    package static let length = 66

    package let selector: TokenSelector
    /// Read from the wire or drawn at random; it must not be kept or logged.
    private let secret: InlineArray<4, UInt64>

    /// What a client sent, nil when it is no token.
    package init?(_ text: Span<UInt8>) {
        guard Self.isWellFormed(text),
            let selector = TokenSelector(text: text.extracting(..<Self.dot)),
            let secret = Base64URL.words(
                text.extracting((Self.dot + 1)...), as: InlineArray<4, UInt64>.self)
        else { return nil }
        (self.selector, self.secret) = (selector, secret)
    }

    /// Whether these may be the letters of a token, which are not looked at.
    static func isWellFormed(_ text: Span<UInt8>) -> Bool {
        text.count == length && text[dot] == UInt8(ascii: ".")
    }

    private static let dot = Base64URL.length(of: 2)

    /// A token that was never there before.
    package static func random() -> TokenText {
        var source = SystemRandomNumberGenerator()
        return TokenText.random(using: &source)
    }

    /// A token of these random bits.
    package static func random(using source: inout some RandomNumberGenerator) -> TokenText {
        TokenText(
            selector: TokenSelector(high: source.next(), low: source.next()),
            secret: [source.next(), source.next(), source.next(), source.next()])
    }

    private init(selector: TokenSelector, secret: InlineArray<4, UInt64>) {
        (self.selector, self.secret) = (selector, secret)
    }

    /// What is stored of the secret.
    ///
    /// One round of a fast hash is enough for 256 random bits: nobody guesses any of them.
    package var digest: Digest {
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        for index in bytes.indices {
            let word = secret[index / 8]
            bytes[index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
        }
        return SHA256.digest(bytes.span)
    }

    /// The whole token, to be shown once.
    package var revealed: String {
        let dot = [UInt8(ascii: ".")]
        return selector.text + String(decoding: dot + Base64URL.text(secret), as: UTF8.self)
    }
}

extension TokenText: CustomStringConvertible {
    /// Never its secret, wherever it may be printed.
    package var description: String { "the token \(selector.text)" }
}
