/// An item's id: the 16 bytes of a UUID, as two big-endian halves.
package struct ItemID: Hashable, Comparable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// The UUID whose first eight bytes are `high`.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A UUID of version 7 (RFC 9562 §5.7) for a time in seconds since 1970.
    ///
    /// It consists of the milliseconds, a fraction in 1/4096 milliseconds (§6.2, method 3) and 62
    /// random bits. So new items are adjacent in the index.
    package static func version7(time: Double, random: UInt64) -> ItemID {
        let milliseconds = max(0, time * 1_000)
        let whole = milliseconds.rounded(.down)
        let part = UInt64((milliseconds - whole) * 4_096)
        return ItemID(
            high: UInt64(whole) << 16 | 0x7000 | part,
            low: 0x8000_0000_0000_0000 | random & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// A UUID of version 8 (RFC 9562 §5.8): the first 16 bytes of the SHA-256 of `bytes`.
    package static func version8(_ bytes: Span<UInt8>) -> ItemID {
        let digest = SHA256.digest(bytes).words
        return ItemID(
            high: digest[0] & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: digest[1] & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    package static func < (a: ItemID, b: ItemID) -> Bool {
        (a.high, a.low) < (b.high, b.low)
    }
}
