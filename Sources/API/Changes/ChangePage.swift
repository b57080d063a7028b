import Items

/// What one read of the changes came to.
struct ChangePage {
    /// Where to go on.
    let position: ChangePosition
    /// The owner's revision in the state that the changes were read from.
    let revision: Int

    /// Whether there may be more changes.
    var hasMore: Bool { position != .after(revision: revision) }
}
