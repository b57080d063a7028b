import Items

/// The result of one read of changes.
struct ChangePage {
    /// The position after the last change.
    let position: ChangePosition
    /// The owner's revision in the transaction of the read.
    let revision: Int

    var hasMore: Bool { position != .after(revision: revision) }
}
