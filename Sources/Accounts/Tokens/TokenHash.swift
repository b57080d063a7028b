/// The 128 bits of a keyed hash that stand for the whole text of a token.
package struct TokenHash: Equatable, Sendable {
    package let low: UInt64
    package let high: UInt64

    /// A hash of these words, the first eight bytes being `low`, little-endian.
    package init(low: UInt64, high: UInt64) {
        (self.low, self.high) = (low, high)
    }

    /// Compares all of both, so that the time it takes tells nothing of where they differ.
    package static func == (left: TokenHash, right: TokenHash) -> Bool {
        (left.low ^ right.low) | (left.high ^ right.high) == 0
    }
}
