/// How many changes an undo may read: those of the write, and the later ones.
package enum UndoLimits {
    /// For all undos of a batch that other writes share. An undo beyond it is a bulk write.
    package static let inSharedBatch = 1_000
    /// Of the later ones alone, for an undo that has a batch of its own: it must not block the
    /// writer for long. Beyond it the write counts as expired.
    package static let laterChanges = 250_000
}
