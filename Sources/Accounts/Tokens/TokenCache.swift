/// Bearers by the keyed hash of their token's text, as many as fit, those used lately.
///
///     set      8 slots side by side, each with the hash of 16 bytes and the token
///     tags     8 bytes for each set, one for each slot, of the high word's top: 0 is an empty slot
///     order    4 bits for each slot of a set, which has its number: that used last is lowest
///     primary     the set that the low word of a hash names
///     alternate    the set that the high word names, for when the primary is full
///
/// The tags say in one step which slots to look into; those of a full cache stay close to the
/// processor, so that a hit costs one line of memory besides the token. An entry lies in its
/// primary or its alternate set. When both are full, an entry of either moves over to its own other
/// set; when none can, the table grows, and when it must not, the entry of the primary set that was
/// used the longest ago gives way. With the moves that begins when nine of ten slots are taken.
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

    /// How many entries a lane has, and all lanes together; 1.7 MB beside the tokens.
    package static let capacity = 65_536

    /// A cache of at most `capacity` entries, rounded down to a power of two, and at least 8.
    package init(capacity: Int) {
        let sets = max(1, capacity / Self.slots)
        limit = 1 << (Int.bitWidth - 1 - sets.leadingZeroBitCount)
    }

    /// How many entries there are.
    package var count: Int { entries.count { $0.token != nil } }

    /// How many entries there is memory for.
    package var allocated: Int { entries.count }

    /// The token of the text with this hash, which thereby is used.
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

/// Where the entries are.
extension TokenCache {
    /// As many as tags fit into a word.
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
        /// How far the tag is shifted in its word.
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

    /// Moves the slot to the lowest bits of the order, and those that were below it up.
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

/// Where another entry can be.
extension TokenCache {
    /// An empty slot for this hash, which another entry may have to move out of.
    private mutating func free(for hash: TokenHash) -> Position? {
        guard !tags.isEmpty else { return nil }
        let (primary, alternate) = (primary(of: hash), alternate(of: hash))
        return free(in: primary) ?? free(in: alternate) ?? displace(primary) ?? displace(alternate)
    }

    private func free(in set: Int) -> Position? {
        let slot = tags[set].zeroBytes.trailingZeroBitCount / 8
        return slot < Self.slots ? Position(set: set, slot: slot) : nil
    }

    /// Moves one entry of a full set to its other set, if any of those has an empty slot.
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

    /// The slot of a full set that was used the longest ago.
    private func leastRecentlyUsed(in set: Int) -> Position {
        Position(set: set, slot: Int(order[set] &>> 28))
    }

    /// Makes the first sets, or four times as many as there are, and moves all entries there.
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
