import Items

/// The key of an item's row: the owner, whether the item is done, and its sequence, in one integer.
///
///     bit 62 … 32   31     30 … 0
///     owner         done   sequence
///
/// Owners and sequences stay below 2³¹, so a slot is never negative.
struct Slot: Hashable {
    /// The exclusive limit for owner keys and sequences.
    static let limit = 1 << 31

    let value: Int

    init(_ value: Int) {
        self.value = value
    }

    /// The slot of an owner's item.
    init(owner: Int, done: Bool, sequence: Int) {
        value = owner << 32 | (done ? Self.limit : 0) | sequence
    }

    /// The slot of a position in the default order.
    init(owner: Int, _ position: ListPosition) {
        self.init(owner: owner, done: position.key == .done(true), sequence: position.sequence)
    }

    var owner: Int { value >> 32 }
    var done: Bool { value & Self.limit != 0 }
    var sequence: Int { value & (Self.limit - 1) }
    /// The key of the item's row in `details`, if it has one.
    var number: Int { Self.number(owner: owner, sequence: sequence) }

    static func number(owner: Int, sequence: Int) -> Int { owner << 32 | sequence }

    static func range(of owner: Int) -> Range<Int> { owner << 32..<(owner + 1) << 32 }

    /// The slots of an owner's open or done items.
    static func range(of owner: Int, done: Bool) -> Range<Int> {
        let start = owner << 32 | (done ? limit : 0)
        return start..<start + limit
    }
}
