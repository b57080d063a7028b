import Items

/// The half of a token by which it is looked up; not secret.
package struct TokenSelector: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// The selector of these 128 bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Decodes 16 bytes; nil for another number.
    package init?(_ bytes: Span<UInt8>) {
        guard let words = BigEndian.words(bytes, as: InlineArray<2, UInt64>.self) else {
            return nil
        }
        self.init(high: words[0], low: words[1])
    }

    /// Decodes base64url; nil if malformed.
    package init?(text: Span<UInt8>) {
        guard let words = Base64URL.words(text, as: InlineArray<2, UInt64>.self) else {
            return nil
        }
        self.init(high: words[0], low: words[1])
    }

    /// The 16 bytes.
    package var bytes: [UInt8] { BigEndian.bytes([high, low] as InlineArray<2, UInt64>) }

    /// The base64url text, 22 characters.
    package var text: String {
        String(decoding: Base64URL.text([high, low] as InlineArray<2, UInt64>), as: UTF8.self)
    }
}
