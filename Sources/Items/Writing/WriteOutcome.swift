/// What a write has done, once it is safe on the disk.
package struct WriteOutcome: Equatable, Sendable {
    /// What there is to answer.
    package enum Result: Equatable, Sendable {
        /// The stored items, one for each that was sent, in that order.
        case added([ToDoItem])
        case put(ToDoItem, created: Bool)
        case patched(ToDoItem)
        /// How many items a patch of many has really changed.
        case patchedAll(count: Int)
        case deleted(count: Int)
        /// The ids that were put back to what they were.
        case undone([ItemID])
        /// What came of each step, in their order.
        case batch([BatchStep.Result])
        /// The answer to the same request when it was done.
        case replayed(StoredResponse)
    }

    /// The owner's revision after the write.
    package let revision: Int
    /// Whether anything changed; if so, `revision` is that of this very write.
    package let changed: Bool
    package let result: Result

    /// What happened, and when.
    package init(revision: Int, changed: Bool, result: Result) {
        self.revision = revision
        self.changed = changed
        self.result = result
    }
}

/// Why a write was not done; nothing was changed.
package indirect enum WriteFailure: Error, Equatable, Sendable {
    case exists([ItemID])
    case notFound
    /// The item was deleted by the write with this revision.
    case gone(revision: Int)
    /// The item's revision (or the owner's, for a write to all items) is
    /// another; nil when there is no item.
    case conditionFailed(revision: Int?)
    case incomplete([ItemPatch.Missing])
    /// No write had this revision.
    case noSuchRevision
    /// The write with this revision is no longer remembered.
    case expired
    /// These are no longer what the write to be undone has left.
    case changedSince([ItemID])
    /// The step of a batch that was refused first, counted from 0, and why.
    case atStep(Int, WriteFailure)
    /// The key was used for another request before.
    case keyReused
    /// The first request with the key is not through yet.
    case keyInUse
    /// The request was done before, but its answer has had to make room.
    case responseEvicted
    /// The owner's items would take `bytes`, and may take `limit`.
    case quotaExceeded(bytes: Int, limit: Int)
    /// The owner's account was removed, after the request had been let in.
    case ownerGone
    case storage(StorageFailure)
}
