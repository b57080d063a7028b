import Items

/// Where a lane has found items lately, by their ids: a first guess at the slot of one.
///
/// To find a row by its id takes SQLite a walk through `ids` and one or two through `items`; with
/// the slot, one is all. It is a guess and no more: the row has the id, and a read that finds
/// another one there, none, or damage, goes by `ids`. So a write has nothing to invalidate here.
///
/// A word for each id: the lower half of its slot, and above it 32 bits of the id. Four words
/// are a row, and the low bits of an id say which one it is in, the latest in front: one that
/// comes to a full row evicts the oldest there. There are 2,048 words at first, and 131,072 at
/// most, which is a megabyte.
struct SlotCache {
    private static let (minEntries, maxEntries) = (1 << 11, 1 << 17)
    private static let bucketSize = 4
    private static let slotBits = 32

    private var entries: [UInt64] = []
    /// How many had to be forgotten for others.
    private var evictions = 0

    /// The lower half of the slot where the item was last; 0 is nowhere.
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
            // What was known of this id, or else the oldest, makes room in front.
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

    /// Makes room for four times as many, and begins anew: what was known is soon found again.
    private mutating func grow() {
        entries = Array(repeating: 0, count: max(Self.minEntries, 4 * entries.count))
        evictions = 0
    }

    // The lower half of an id is random, whether it is of version 4 or 7. Of ids that somebody
    // made up it may be the same, and then a guess may be wrong each time, which costs a look.
    private func bucket(of id: ItemID) -> Range<Int> {
        let first = Int(id.low % UInt64(entries.count / Self.bucketSize)) * Self.bucketSize
        return first..<first + Self.bucketSize
    }
    private static func tag(of id: ItemID) -> UInt64 { id.low >> 15 & 0xFFFF_FFFF }
}
