/// Finds duplicate member names of an object, compared unescaped (RFC 8259 §4).
///
/// Few names are compared with each other, many through a hash table. Both take linear time, and
/// the table's memory is reused.
struct JSONNames: Sendable {
    /// The most members for which comparing is cheaper than hashing.
    static let linearSearchLimit = 16

    /// Open addressing with linear probing, at most half full. An `entry` of 0 is free: no name is
    /// the tape's first entry.
    private var slots: [Slot] = []

    private struct Slot: Sendable {
        var hash: UInt32 = 0
        var entry: UInt32 = 0
    }

    /// The offset of the second of two equal names of the object at `index`; nil if all differ.
    mutating func duplicate(
        at index: Int, of entries: borrowing [JSONEntry], in bytes: Span<UInt8>
    ) -> Int? {
        let object = JSONValue(bytes: bytes, entries: entries.span, index: index)
        return object.count <= Self.linearSearchLimit
            ? duplicateAmongFew(in: object) : duplicateAmongMany(in: object)
    }

    /// Frees memory for more than `limit` names.
    mutating func removeAll(keeping limit: Int) {
        slots.removeAll(keepingCapacity: slots.capacity <= limit)
    }

    /// Compares a name with the earlier ones only if its mark is in `seen`. Names with escapes go
    /// to the table, which unescapes each name once.
    private mutating func duplicateAmongFew(in object: borrowing JSONValue) -> Int? {
        var seen: UInt64 = 0
        var members = object.members
        var index = 0
        while let member = members.next() {
            let name = member.name
            if name.hasEscapes { return duplicateAmongMany(in: object) }
            let mark = name.mark
            if seen & mark != 0 {
                var earlier = object.members
                for _ in 0..<index {
                    guard let other = earlier.next() else { break }
                    if other.name == name { return member.nameOffset }
                }
            }
            seen |= mark
            index &+= 1
        }
        return nil
    }

    private mutating func duplicateAmongMany(in object: borrowing JSONValue) -> Int? {
        // A power of two above twice the count.
        let size = 1 << (Int.bitWidth - (object.count * 2).leadingZeroBitCount)
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(Slot(), count: size))
        var members = object.members
        while let member = members.next() {
            // Hasher is randomly seeded, so an attacker cannot send colliding names.
            let hash = member.name.hash()
            var slot = hash & (size - 1)
            let short = UInt32(truncatingIfNeeded: hash >> 32)
            while slots[slot].entry != 0 {
                if slots[slot].hash == short,
                    object.text(at: Int(slots[slot].entry)) == member.name
                {
                    return member.nameOffset
                }
                slot = (slot + 1) & (size - 1)
            }
            slots[slot] = Slot(hash: short, entry: UInt32(truncatingIfNeeded: member.nameIndex))
        }
        return nil
    }
}

extension JSONText {
    /// One bit of 64, chosen by length and outermost bytes; equal plain names have the same.
    fileprivate var mark: UInt64 {
        guard !bytes.isEmpty else { return 1 }
        let mixed = UInt64(bytes[0]) &* 7 &+ UInt64(bytes[bytes.count &- 1]) &* 3
        return 1 << ((mixed &+ UInt64(truncatingIfNeeded: bytes.count)) & 63)
    }

    /// A hash of the unescaped content.
    fileprivate func hash() -> Int {
        var hasher = Hasher()
        var word: UInt64 = 0
        var length = 0
        var content = content
        while let byte = content.next() {
            word = word << 8 | UInt64(byte)
            length &+= 1
            if length & 7 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(length)
        return hasher.finalize()
    }
}
