import Items

/// An owner's clock, and whether the database has it as well; and what stands beside it there.
struct HeldClock {
    let owner: Owner
    var revision = 0
    var isStored = false
    /// Up to which place the owner's items are searchable; who does not know notes too much.
    var searchableTo = Int.max
    /// How much more of the trigrams no longer holds.
    var stale = 0
}
