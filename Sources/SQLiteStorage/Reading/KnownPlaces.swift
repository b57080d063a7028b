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
struct KnownPlaces {
    private static let (fewest, most) = (1 << 11, 1 << 17)
    private static let rowLength = 4
    private static let placeBits = 32

    private var words: [UInt64] = []
    /// How many had to be forgotten for others.
    private var forgotten = 0

    /// The lower half of the slot where the item was last; 0 is nowhere.
    subscript(id: ItemID) -> Int {
        get {
            guard !words.isEmpty else { return 0 }
            let mark = Self.mark(of: id)
            for index in row(of: id) where words[index] >> Self.placeBits == mark {
                return Int(words[index] & (1 << Self.placeBits - 1))
            }
            return 0
        }
        set {
            guard (1..<1 << Self.placeBits).contains(newValue) else { return }
            if forgotten >= words.count / 8, words.count < Self.most { grow() }
            let mark = Self.mark(of: id)
            let row = row(of: id)
            // What was known of this id, or else the oldest, makes room in front.
            var index = row.upperBound - 1
            if let known = row.first(where: { words[$0] >> Self.placeBits == mark }) {
                index = known
            } else if words[index] != 0 {
                forgotten += 1
            }
            while index > row.lowerBound {
                words[index] = words[index - 1]
                index -= 1
            }
            words[index] = mark << Self.placeBits | UInt64(newValue)
        }
    }

    /// Makes room for four times as many, and begins anew: what was known is soon found again.
    private mutating func grow() {
        words = Array(repeating: 0, count: max(Self.fewest, 4 * words.count))
        forgotten = 0
    }

    // The lower half of an id is random, whether it is of version 4 or 7. Of ids that somebody
    // made up it may be the same, and then a guess may be wrong each time, which costs a look.
    private func row(of id: ItemID) -> Range<Int> {
        let first = Int(id.low % UInt64(words.count / Self.rowLength)) * Self.rowLength
        return first..<first + Self.rowLength
    }
    private static func mark(of id: ItemID) -> UInt64 { id.low >> 15 & 0xFFFF_FFFF }
}
