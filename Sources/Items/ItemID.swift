/// An item's name: the 16 bytes of a UUID, as two big-endian halves.
package struct ItemID: Hashable, Comparable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// The UUID whose first eight bytes are `high`.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A UUID of version 7 (RFC 9562 §5.7): the millisecond first, so that new items sit side by side in the index.
    package static func version7(milliseconds: UInt64, random: (UInt64, UInt64)) -> ItemID {
        ItemID(
            high: milliseconds << 16 | 0x7000 | random.0 & 0x0FFF,
            low: 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF)
    }

    package static func < (a: ItemID, b: ItemID) -> Bool {
        (a.high, a.low) < (b.high, b.low)
    }
}
