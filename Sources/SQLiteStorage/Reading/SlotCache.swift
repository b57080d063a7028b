import Items

/// A cache of the slots at which a lane has found items, by id.
///
/// A lookup by id walks `ids` and then `items` once or twice; with the slot, one walk is enough. An
/// entry is only a hint: the row has the id, and a read that finds another item, no row, or damage
/// goes through `ids`. So writes invalidate nothing.
///
/// An entry is a word: the lower half of the slot, and above it 32 bits of the id. Four entries are
/// a bucket, selected by low bits of the id, with the latest entry first; a full bucket evicts its
/// oldest. The cache grows from 2,048 entries to 131,072, which is a megabyte.
struct SlotCache {
    private static let (minEntries, maxEntries) = (1 << 11, 1 << 17)
    private static let bucketSize = 4
    private static let slotBits = 32

    private var entries: [UInt64] = []
    /// Evictions since the cache last grew.
    private var evictions = 0

    /// The lower half of the item's last slot; 0 when it is not cached.
    subscript(id: ItemID) -> Int {
        get {
            guard !entries.isEmpty else { return 0 }
            let tag = Self.tag(of: id)
            for index in bucket(of: id) where entries[index] >> Self.slotBits == tag {
                return Int(entries[index] & (1 << Self.slotBits - 1))
            }
            return 0
        }
        set {
            guard (1..<1 << Self.slotBits).contains(newValue) else { return }
            if evictions >= entries.count / 8, entries.count < Self.maxEntries { grow() }
            let tag = Self.tag(of: id)
            let bucket = bucket(of: id)
            // The entry of the same id, or else the oldest one, is replaced.
            var index = bucket.upperBound - 1
            if let known = bucket.first(where: { entries[$0] >> Self.slotBits == tag }) {
                index = known
            } else if entries[index] != 0 {
                evictions += 1
            }
            while index > bucket.lowerBound {
                entries[index] = entries[index - 1]
                index -= 1
            }
            entries[index] = tag << Self.slotBits | UInt64(newValue)
        }
    }

    /// Grows to four times the size and drops all entries, which are soon found again.
    private mutating func grow() {
        entries = Array(repeating: 0, count: max(Self.minEntries, 4 * entries.count))
        evictions = 0
    }

    // The lower half of an id is random, in versions 4 and 7. Ids that a client makes up may
    // collide, which costs a failed lookup each time.
    private func bucket(of id: ItemID) -> Range<Int> {
        let first = Int(id.low % UInt64(entries.count / Self.bucketSize)) * Self.bucketSize
        return first..<first + Self.bucketSize
    }
    private static func tag(of id: ItemID) -> UInt64 { id.low >> 15 & 0xFFFF_FFFF }
}
