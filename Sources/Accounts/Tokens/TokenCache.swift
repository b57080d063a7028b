/// Bearers by the keyed hash of their token's text, as many as fit, those used lately.
///
///     set      8 slots side by side, each with the hash of 16 bytes and the bearer
///     tags     8 bytes for each set, one for each slot, of the high word's top: 0 is an empty slot
///     order    4 bits for each slot of a set, which has its number: that used last is lowest
///     home     the set that the low word of a hash names
///     spare    the set that the high word names, for when the home is full
///
/// The tags say in one step which slots to look into; those of a full cache stay close to the
/// processor, so that a hit costs one line of memory besides the bearer. An entry lies in its home
/// or its spare set. When both are full, an entry of either moves over to its own other set; when
/// none can, the table grows, and when it must not, the entry of the home set that was used the
/// longest ago gives way. With the moves that begins when nine of ten slots are taken.
///
/// There is no memory before the first entry. A slot takes 25 bytes and a half.
package struct TokenCache: Sendable {
    private var entries: [Entry] = []
    private var tags: [UInt64] = []
    private var order: [UInt32] = []
    /// The number of sets, a power of two, less one; 0 while there is none or one.
    private var mask = 0
    /// How many sets there are at most, a power of two.
    private let limit: Int

    /// How many entries a lane has, and all lanes together; 1.7 MB beside the bearers.
    package static let capacity = 65_536

    /// A cache of at most `capacity` entries, rounded down to a power of two, and at least 8.
    package init(capacity: Int) {
        let sets = max(1, capacity / Self.slots)
        limit = 1 << (Int.bitWidth - 1 - sets.leadingZeroBitCount)
    }

    /// How many entries there are.
    package var count: Int { entries.count { $0.bearer != nil } }

    /// How many entries there is memory for.
    package var room: Int { entries.count }

    /// The bearer of the text with this hash, which thereby is used.
    package mutating func value(of hash: TokenHash) -> Bearer? {
        guard let place = place(of: hash) else { return nil }
        markUsed(place)
        return entries[place.index].bearer
    }

    /// Adds an entry, or replaces the one with this hash.
    package mutating func insert(_ bearer: Bearer, for hash: TokenHash) {
        var place = place(of: hash) ?? free(for: hash)
        while place == nil, tags.count < limit {
            grow()
            place = free(for: hash)
        }
        let chosen = place ?? oldest(in: home(of: hash))
        fill(chosen, hash, bearer)
        markUsed(chosen)
    }

    /// Removes the entry with this hash, if there is one.
    package mutating func remove(_ hash: TokenHash) {
        guard let place = place(of: hash) else { return }
        clear(place)
    }
}

/// Where the entries are.
extension TokenCache {
    /// As many as tags fit into a word.
    private static let slots = 8
    private static let firstSets = 128
    private static let growth = 4

    private struct Entry {
        var hash = TokenHash(low: 0, high: 0)
        var bearer: Bearer?
    }

    private struct Place {
        let set: Int
        let slot: Int

        var index: Int { self.set &* TokenCache.slots &+ slot }
        /// How far the tag is shifted in its word.
        var shift: UInt64 { UInt64(truncatingIfNeeded: slot &* 8) }
    }

    private func home(of hash: TokenHash) -> Int { Int(truncatingIfNeeded: hash.low) & mask }

    private func spare(of hash: TokenHash) -> Int { Int(truncatingIfNeeded: hash.high) & mask }

    private func place(of hash: TokenHash) -> Place? {
        guard !tags.isEmpty else { return nil }
        return place(of: hash, in: home(of: hash)) ?? place(of: hash, in: spare(of: hash))
    }

    private func place(of hash: TokenHash, in set: Int) -> Place? {
        var matches = (tags[set] ^ hash.tag &* Self.ones).zeroBytes
        while matches != 0 {
            let place = Place(set: set, slot: matches.trailingZeroBitCount / 8)
            if entries[place.index].hash == hash { return place }
            matches &= matches &- 1
        }
        return nil
    }

    fileprivate static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Moves the slot to the lowest bits of the order, and those that were below it up.
    private mutating func markUsed(_ place: Place) {
        let (former, slot) = (order[place.set], UInt32(truncatingIfNeeded: place.slot))
        guard former & 15 != slot else { return }
        let others = former ^ slot &* 0x1111_1111
        let found = (others &- 0x1111_1111) & ~others & 0x8888_8888
        let below = 1 &<< UInt32(truncatingIfNeeded: found.trailingZeroBitCount & ~3) &- 1
        order[place.set] = former & ~(below &<< 4 | 15) | (former & below) &<< 4 | slot
    }

    private mutating func fill(_ place: Place, _ hash: TokenHash, _ bearer: Bearer) {
        clear(place)
        entries[place.index] = Entry(hash: hash, bearer: bearer)
        tags[place.set] |= hash.tag &<< place.shift
    }

    private mutating func clear(_ place: Place) {
        entries[place.index] = Entry()
        tags[place.set] &= ~(0xff &<< place.shift)
    }
}

/// Where another entry can be.
extension TokenCache {
    /// An empty slot for this hash, which another entry may have to move out of.
    private mutating func free(for hash: TokenHash) -> Place? {
        guard !tags.isEmpty else { return nil }
        let (home, spare) = (home(of: hash), spare(of: hash))
        return free(in: home) ?? free(in: spare) ?? vacate(home) ?? vacate(spare)
    }

    private func free(in set: Int) -> Place? {
        let slot = tags[set].zeroBytes.trailingZeroBitCount / 8
        return slot < Self.slots ? Place(set: set, slot: slot) : nil
    }

    /// Moves one entry of a full set to its other set, if any of those has an empty slot.
    private mutating func vacate(_ set: Int) -> Place? {
        for slot in 0..<Self.slots {
            let place = Place(set: set, slot: slot)
            let entry = entries[place.index]
            let (home, spare) = (home(of: entry.hash), spare(of: entry.hash))
            guard let target = free(in: home == set ? spare : home), let bearer = entry.bearer
            else { continue }
            fill(target, entry.hash, bearer)
            clear(place)
            return place
        }
        return nil
    }

    /// The slot of a full set that was used the longest ago.
    private func oldest(in set: Int) -> Place {
        Place(set: set, slot: Int(order[set] &>> 28))
    }

    /// Makes the first sets, or four times as many as there are, and moves all entries there.
    private mutating func grow() {
        let former = entries
        let sets = min(limit, tags.isEmpty ? Self.firstSets : Self.growth * tags.count)
        entries = Array(repeating: Entry(), count: sets * Self.slots)
        tags = Array(repeating: 0, count: sets)
        order = Array(repeating: 0x7654_3210, count: sets)
        mask = sets - 1
        for entry in former {
            if let bearer = entry.bearer { insert(bearer, for: entry.hash) }
        }
    }
}

extension TokenHash {
    /// The top of the high word, which names no set; never 0, which is an empty slot's.
    fileprivate var tag: UInt64 { max(1, high &>> 56) }
}

extension UInt64 {
    /// The top bit of each byte that is zero, exact up to the first; a byte 1 above it may be there
    /// as well.
    fileprivate var zeroBytes: UInt64 {
        (self &- TokenCache.ones) & ~self & TokenCache.ones &<< 7
    }
}
