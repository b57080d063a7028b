/// The result of a write that is on disk.
package struct WriteOutcome: Equatable, Sendable {
    package enum Result: Equatable, Sendable {
        /// The stored items, one for each that was sent, in the same order.
        case added([ToDoItem])
        case put(ToDoItem, created: Bool)
        case patched(ToDoItem)
        /// The number of items that a bulk patch changed.
        case patchedAll(count: Int)
        case deleted(count: Int)
        /// The ids whose items were restored.
        case undone([ItemID])
        /// The result of each step, in order.
        case batch([BatchStep.Result])
        case imported(ImportResult)
        /// The stored response to an earlier copy of the request.
        case replayed(StoredResponse)
    }

    /// The owner's revision after the write.
    package let revision: Int
    /// Whether anything changed; if so, `revision` is the revision of this write.
    package let changed: Bool
    package let result: Result
    /// The number of items that the write created, including next items.
    package let created: Int
    /// The next items that it made for items that repeat.
    package let following: [ToDoItem]

    /// An outcome with the owner's revision.
    package init(
        revision: Int, changed: Bool, result: Result, created: Int = 0, following: [ToDoItem] = []
    ) {
        self.revision = revision
        self.changed = changed
        self.result = result
        self.created = created
        self.following = following
    }

    /// Whether a client sees the same outcome.
    package static func == (a: WriteOutcome, b: WriteOutcome) -> Bool {
        a.revision == b.revision && a.changed == b.changed && a.result == b.result
    }
}

/// Why a write was refused or failed; nothing was changed.
package indirect enum WriteFailure: Error, Equatable, Sendable {
    case exists([ItemID])
    case notFound
    /// The item did not exist after the revision of a restore.
    case didNotExist
    /// The item was deleted by the write with this revision.
    case gone(revision: Int)
    /// The actual revision differs: the item's, or the owner's for a write to all items; nil if the
    /// item does not exist.
    case conditionFailed(revision: Int?)
    /// The result of a patch would lack required members, or its due date and rule would contradict
    /// each other.
    case incomplete([ItemPatch.Missing], dueDate: [FaultyDueDate.Fault] = [])
    /// The due date or the rule of an item contradicts the item that it replaces.
    case faultyDueDate([FaultyDueDate.Fault])
    /// The rules of added items, counted from 0, have time zones that this machine does not know.
    case unknownTimeZones([Int: String])
    /// The revision is 0 or greater than the owner's.
    case noSuchRevision
    /// The log no longer has the whole write with this revision.
    case expired
    /// Later writes have changed these items.
    case changedSince([ItemID])
    /// The first refused step of a batch, counted from 0, and the reason.
    case atStep(Int, WriteFailure)
    /// The key was used for another request.
    case keyReused
    /// The first request with the key is still queued or being performed.
    case keyInUse
    /// The request was performed before, but the content of its response was evicted.
    case answerNotKept
    /// The owner's items would take `bytes`; the limit is `limit`.
    case quotaExceeded(bytes: Int, limit: Int)
    /// The owner would have this many items; the limit is `limit`.
    case countExceeded(items: Int, limit: Int)
    /// An undo has more changes to read, or a write to all items that match more items to look at,
    /// than a shared batch allows. The writer performs it as a bulk write; no caller of the writer
    /// gets this.
    case tooManyEffects
    /// The owner's account was removed after the request was authorized.
    case ownerGone
    case storage(StorageFailure)
}
