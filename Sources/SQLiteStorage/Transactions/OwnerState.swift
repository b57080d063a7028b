import Items

/// The row of an owner for whom a transaction writes; it is stored before another one's is read, and
/// at the end.
struct OwnerState {
    /// As the database says; its epoch may be another than the request's.
    let owner: Owner
    var revision: Int
    var lastSequence: Int
    var lastEntry: Int
    /// How many bytes of history came since the last mark.
    var unmarked: Int
    var itemBytes: Int
    var historyBytes: Int
    /// Whether the database says the same.
    var isStored = true
}
