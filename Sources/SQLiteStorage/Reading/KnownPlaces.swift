import Items

/// Where a lane has found items lately, by their ids: a first guess at the place of one.
///
/// To find a row by its id takes SQLite a walk through an index and another one through the table; with
/// the place, the latter is all. It is a guess and no more: the row itself says whose it is, and whoever
/// finds another one there, none, or damage, asks the index. So nothing has to be forgotten here,
/// whatever is written.
///
/// A word for each id: its place, and above it a few bits of the id. The last of those that fall on the
/// same word stays. There are 4,096 words at first, and 65,536 at most, which is half a megabyte.
struct KnownPlaces {
    private static let (fewest, most) = (1 << 12, 1 << 16)
    private static let placeBits = 48

    private var words: [UInt64] = []
    /// How often one was written.
    private var writes = 0

    /// Where the item was last; 0 is nowhere.
    subscript(id: ItemID) -> Int {
        get {
            guard !words.isEmpty else { return 0 }
            let word = words[index(of: id)]
            guard word >> Self.placeBits == Self.mark(of: id) else { return 0 }
            return Int(word & (1 << Self.placeBits - 1))
        }
        set {
            guard (1..<1 << Self.placeBits).contains(newValue) else { return }
            if writes == words.count, words.count < Self.most { grow() }
            writes += 1
            words[index(of: id)] = Self.mark(of: id) << Self.placeBits | UInt64(newValue)
        }
    }

    /// Makes room for four times as many, and begins anew: what was known is soon found again.
    private mutating func grow() {
        words = Array(repeating: 0, count: max(Self.fewest, 4 * words.count))
        writes = 0
    }

    // The lower half of an id is random, whether it is of version 4 or 7. Of ids that somebody made up it
    // may be the same, and then a guess may be wrong each time, which costs a look.
    private func index(of id: ItemID) -> Int { Int(id.low % UInt64(words.count)) }
    private static func mark(of id: ItemID) -> UInt64 { id.low >> 16 & 0xFFFF }
}
