import Items

/// The row of the owner that the transaction writes for; stored before another owner's row is read,
/// and at the end.
struct OwnerState {
    /// The owner as stored; its epoch may differ from the request's.
    let owner: Owner
    var revision: Int
    var lastSequence: Int
    var lastEntry: Int
    /// The bytes of history since the last mark.
    var unmarked: Int
    /// The number and the bytes of the items.
    var items: ItemSize
    var historyBytes: Int
    /// Whether the database has the same values.
    var isStored = true
}
