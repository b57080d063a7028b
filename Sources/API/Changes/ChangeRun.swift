import Items

/// What one read of the changes came to.
struct ChangeRun {
    /// Where to go on.
    let position: ChangePosition
    /// What the owner's clock says in the state that the changes were read from.
    let clock: Int

    /// Whether there may be more changes.
    var hasMore: Bool { position != .after(revision: clock) }
}
