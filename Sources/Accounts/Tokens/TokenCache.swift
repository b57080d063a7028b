/// A set-associative cache of authenticated tokens by the keyed hash of their text.
///
///     set          8 adjacent slots, each with a hash of 16 bytes and a token
///     tags         8 bytes for each set, one for each slot: the top of the high word; 0 is empty
///     order        8 slot numbers of 4 bits for each set, the most recently used lowest
///     primary      the set that the low word of a hash selects
///     alternate    the set that the high word selects, for when the primary is full
///
/// One comparison of a word of tags selects the slots to check. The tags of a full cache stay in
/// the processor's caches, so a hit costs one cache line besides the token. An entry is in its
/// primary or its alternate set. When both are full, an entry of either moves to its own other set.
/// When none can move, the table grows. At its limit, the least recently used entry of the primary
/// set is evicted; thanks to the moves, that begins at a load of 90 %.
///
/// Memory is allocated with the first entry. A slot takes 25.5 bytes.
package struct TokenCache: Sendable {
    private var entries: [Entry] = []
    private var tags: [UInt64] = []
    private var order: [UInt32] = []
    /// The number of sets, a power of two, minus 1; 0 without sets.
    private var mask = 0
    /// The most sets, a power of two.
    private let limit: Int

    /// The entries of a lane's cache, and of the shared one; 1.7 MB without the tokens.
    package static let capacity = 65_536

    /// A cache of at most `capacity` entries, rounded down to a power of two, at least 8.
    package init(capacity: Int) {
        let sets = max(1, capacity / Self.slots)
        limit = 1 << (Int.bitWidth - 1 - sets.leadingZeroBitCount)
    }

    package var count: Int { entries.count { $0.token != nil } }

    /// The number of allocated slots.
    package var allocated: Int { entries.count }

    /// The token of this hash, marked as used.
    package mutating func value(of hash: TokenHash) -> AuthenticatedToken? {
        guard let position = position(of: hash) else { return nil }
        markUsed(position)
        return entries[position.index].token
    }

    /// Adds an entry, or replaces the one with this hash.
    package mutating func insert(_ token: AuthenticatedToken, for hash: TokenHash) {
        var position = position(of: hash) ?? free(for: hash)
        while position == nil, tags.count < limit {
            grow()
            position = free(for: hash)
        }
        let chosen = position ?? leastRecentlyUsed(in: primary(of: hash))
        fill(chosen, hash, token)
        markUsed(chosen)
    }

    /// Removes the entry with this hash, if there is one.
    package mutating func remove(_ hash: TokenHash) {
        guard let position = position(of: hash) else { return }
        clear(position)
    }
}

/// Slots and their order.
extension TokenCache {
    /// The tags of a set fit into one word.
    private static let slots = 8
    private static let firstSets = 128
    private static let growth = 4

    private struct Entry {
        var hash = TokenHash(low: 0, high: 0)
        var token: AuthenticatedToken?
    }

    private struct Position {
        let set: Int
        let slot: Int

        var index: Int { self.set &* TokenCache.slots &+ slot }
        /// The shift of the slot's tag in its word.
        var shift: UInt64 { UInt64(truncatingIfNeeded: slot &* 8) }
    }

    private func primary(of hash: TokenHash) -> Int { Int(truncatingIfNeeded: hash.low) & mask }

    private func alternate(of hash: TokenHash) -> Int { Int(truncatingIfNeeded: hash.high) & mask }

    private func position(of hash: TokenHash) -> Position? {
        guard !tags.isEmpty else { return nil }
        return position(of: hash, in: primary(of: hash))
            ?? position(of: hash, in: alternate(of: hash))
    }

    private func position(of hash: TokenHash, in set: Int) -> Position? {
        var matches = (tags[set] ^ hash.tag &* Self.ones).zeroBytes
        while matches != 0 {
            let position = Position(set: set, slot: matches.trailingZeroBitCount / 8)
            if entries[position.index].hash == hash { return position }
            matches &= matches &- 1
        }
        return nil
    }

    fileprivate static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Moves the slot's number to the lowest 4 bits, and the numbers below it up.
    private mutating func markUsed(_ position: Position) {
        let (previous, slot) = (order[position.set], UInt32(truncatingIfNeeded: position.slot))
        guard previous & 15 != slot else { return }
        let others = previous ^ slot &* 0x1111_1111
        let found = (others &- 0x1111_1111) & ~others & 0x8888_8888
        let below = 1 &<< UInt32(truncatingIfNeeded: found.trailingZeroBitCount & ~3) &- 1
        order[position.set] = previous & ~(below &<< 4 | 15) | (previous & below) &<< 4 | slot
    }

    private mutating func fill(_ position: Position, _ hash: TokenHash, _ token: AuthenticatedToken)
    {
        clear(position)
        entries[position.index] = Entry(hash: hash, token: token)
        tags[position.set] |= hash.tag &<< position.shift
    }

    private mutating func clear(_ position: Position) {
        entries[position.index] = Entry()
        tags[position.set] &= ~(0xff &<< position.shift)
    }
}

/// Free slots, moves, eviction and growth.
extension TokenCache {
    /// A free slot for this hash, perhaps after moving another entry.
    private mutating func free(for hash: TokenHash) -> Position? {
        guard !tags.isEmpty else { return nil }
        let (primary, alternate) = (primary(of: hash), alternate(of: hash))
        return free(in: primary) ?? free(in: alternate) ?? displace(primary) ?? displace(alternate)
    }

    private func free(in set: Int) -> Position? {
        let slot = tags[set].zeroBytes.trailingZeroBitCount / 8
        return slot < Self.slots ? Position(set: set, slot: slot) : nil
    }

    /// Moves one entry of a full set to its other set and returns its slot; nil if no other set has
    /// one.
    private mutating func displace(_ set: Int) -> Position? {
        for slot in 0..<Self.slots {
            let position = Position(set: set, slot: slot)
            let entry = entries[position.index]
            let (primary, alternate) = (primary(of: entry.hash), alternate(of: entry.hash))
            guard let target = free(in: primary == set ? alternate : primary),
                let token = entry.token
            else { continue }
            fill(target, entry.hash, token)
            clear(position)
            return position
        }
        return nil
    }

    /// The least recently used slot of a full set.
    private func leastRecentlyUsed(in set: Int) -> Position {
        Position(set: set, slot: Int(order[set] &>> 28))
    }

    /// Allocates the first sets, or four times as many, and reinserts all entries.
    private mutating func grow() {
        let previous = entries
        let sets = min(limit, tags.isEmpty ? Self.firstSets : Self.growth * tags.count)
        entries = Array(repeating: Entry(), count: sets * Self.slots)
        tags = Array(repeating: 0, count: sets)
        order = Array(repeating: 0x7654_3210, count: sets)
        mask = sets - 1
        for entry in previous {
            if let token = entry.token { insert(token, for: entry.hash) }
        }
    }
}

extension TokenHash {
    /// The top byte of the high word, which selects no set; at least 1, since 0 is an empty slot.
    fileprivate var tag: UInt64 { max(1, high &>> 56) }
}

extension UInt64 {
    /// The top bit of each zero byte, exact up to the first; a 1 above a zero byte may be marked
    /// too.
    fileprivate var zeroBytes: UInt64 {
        (self &- TokenCache.ones) & ~self & TokenCache.ones &<< 7
    }
}
