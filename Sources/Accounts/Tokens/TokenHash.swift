/// The 128-bit keyed hash of a token's whole text.
package struct TokenHash: Equatable, Sendable {
    package let low: UInt64
    package let high: UInt64

    /// A hash whose first eight bytes are `low`, little-endian.
    package init(low: UInt64, high: UInt64) {
        (self.low, self.high) = (low, high)
    }

    /// Compares in constant time, so timing does not reveal where the hashes differ.
    package static func == (left: TokenHash, right: TokenHash) -> Bool {
        (left.low ^ right.low) | (left.high ^ right.high) == 0
    }
}
