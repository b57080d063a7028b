/// How many changes an undo may read: those of the write, and the later ones; and how many items a
/// write with a filter may look at.
package enum UndoLimits {
    /// For all undos, and all items of owners with writes to many items, of a batch that other
    /// writes share. A write beyond it is a bulk write.
    ///
    /// One part of `WriteHistory`: an undo that is refused has flushed nothing of its own, so the other writes
    /// of the batch do not have to be repeated.
    package static let inSharedBatch = WriteHistory.sequencesPerPart
    /// Of the later ones alone, for an undo that has a batch of its own: it must not block the
    /// writer for long. Beyond it the write counts as expired.
    package static let laterChanges = 250_000
}
