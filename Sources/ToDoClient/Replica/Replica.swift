import Foundation

/// The state of a store: a copy of the server's items, and the local edits since.
///
/// A value without input and output: only events change it, and the same events lead to the same
/// state. The shown items are the copy with the pending request's edits and the queue's.
struct Replica: Sendable {
    /// The number of actions that can be undone.
    static let undoSteps = 100
    /// The number of conflicts that are kept.
    static let conflictsKept = 100
    /// The number of deletions whose revisions are kept for undo.
    static let deletionsKept = 200

    /// The server's items up to `token`.
    var copy = ServerItems()
    /// Nil until all items have been fetched once, and after it expired.
    var token: String?
    /// Without a token: the pages so far. The complete copy replaces `copy` in one step.
    var partialCopy: PartialCopy?
    var pendingRequest: PendingRequest?
    var queue = EditQueue()
    var undo: [Step] = []
    var redo: [Step] = []
    /// The oldest first.
    var conflicts: [Conflict] = []
    /// The items that local deletions have removed, for undo.
    var tombstones: [UUID: Tombstone] = [:]
    /// The ids in requests that only deleted, or completed one item that repeats, by their revision.
    var deletions: [Int: Set<UUID>] = [:]
    var nextNumber = 1

    /// Pages that have not replaced the copy yet.
    struct PartialCopy: Sendable {
        var items = ServerItems()
        var token: String?
    }

    /// The item as it is shown.
    func shown(_ id: UUID) -> ToDoItem? {
        if let edit = queue[id] { return edit.after }
        return below(id)
    }

    /// The item without the queue's edits.
    func below(_ id: UUID) -> ToDoItem? {
        if let edit = pendingRequest?.edits[id] { return edit.after }
        return copy[id]?.item
    }

    /// The shown item with its position.
    func row(_ id: UUID) -> Row? {
        guard let item = shown(id) else { return nil }
        return Row(
            item: item, position: position(id), isUnsent: isUnsent(id), stored: copy[id])
    }

    /// Whether the server does not have the shown state of the item yet.
    func isUnsent(_ id: UUID) -> Bool {
        if queue[id] != nil { return true }
        guard let pendingRequest, pendingRequest.phase != .done else { return false }
        return pendingRequest.edits[id] != nil
    }

    private func position(_ id: UUID) -> RowPosition {
        if let stored = copy[id] { return RowPosition(createdAt: stored.createdAt, id: id) }
        guard let edit = pendingRequest?.edits[id] ?? queue[id] else {
            return RowPosition(number: 0, id: id)
        }
        if let createdAt = edit.origin?.createdAt {
            return RowPosition(createdAt: createdAt, id: id)
        }
        return RowPosition(number: edit.number, id: id)
    }

    /// The ids of all items that may be shown, and of unsent deletions.
    var ids: Set<UUID> {
        var ids = Set(copy.ids)
        ids.formUnion(queue.ids)
        if let pendingRequest { ids.formUnion(pendingRequest.edits.keys) }
        return ids
    }

    /// All that is shown.
    var allShown: ShownItems {
        let ids = ids
        return ShownItems(ids.compactMap(row), unsentIDs: ids.filter(isUnsent))
    }
}
