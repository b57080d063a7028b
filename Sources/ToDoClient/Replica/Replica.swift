import Foundation

/// The state of a store: what the server said, and what was written here since.
///
/// A value without input and output: it changes by events alone, and the same events lead to the
/// same state. What is shown is the copy under the flight under the queue.
struct Replica: Sendable {
    /// The number of actions that can be undone.
    static let undoSteps = 100
    /// The number of conflicts that are kept.
    static let conflictsKept = 100
    /// The number of deletions whose revisions are remembered for undo.
    static let deletionsKept = 200

    /// What the server said, up to `token`.
    var copy: [UUID: ServerItem] = [:]
    /// Nil until all items have been fetched once, and after it expired.
    var token: String?
    /// Without a token: what the pages so far told. It replaces the copy at once.
    var aside: Aside?
    var flight: Flight?
    var queue = EditQueue()
    var undo: [[Edit]] = []
    var redo: [[Edit]] = []
    /// The oldest first.
    var conflicts: [Conflict] = []
    /// What deletions of here have removed, for undo.
    var graves: [UUID: Grave] = [:]
    /// The ids of flights that only deleted, by their revision.
    var deletions: [Int: Set<UUID>] = [:]
    var nextNumber = 1

    /// Pages that have not replaced the copy yet.
    struct Aside: Sendable {
        var items: [UUID: ServerItem] = [:]
        var token: String?
    }

    /// The item as it is shown.
    func shown(_ id: UUID) -> ToDoItem? {
        if let edit = queue[id] { return edit.after }
        return below(id)
    }

    /// The item as it is without the queue.
    func below(_ id: UUID) -> ToDoItem? {
        if let edit = flight?.edits[id] { return edit.after }
        return copy[id]?.item
    }

    /// The shown item at its place.
    func row(_ id: UUID) -> Row? {
        guard let item = shown(id) else { return nil }
        return Row(item: item, place: place(id), isUnsent: isUnsent(id))
    }

    /// Whether the server does not have the item as it is shown yet.
    func isUnsent(_ id: UUID) -> Bool {
        if queue[id] != nil { return true }
        guard let flight, flight.phase != .done else { return false }
        return flight.edits[id] != nil
    }

    private func place(_ id: UUID) -> Place {
        if let stored = copy[id] { return Place(createdAt: stored.createdAt, id: id) }
        guard let edit = flight?.edits[id] ?? queue[id] else { return Place(number: 0, id: id) }
        if let createdAt = edit.origin?.createdAt { return Place(createdAt: createdAt, id: id) }
        return Place(number: edit.number, id: id)
    }

    /// The ids of all items that may be shown, and of those that are deleted but not yet there.
    var ids: Set<UUID> {
        var ids = Set(copy.keys)
        ids.formUnion(queue.ids)
        if let flight { ids.formUnion(flight.edits.keys) }
        return ids
    }

    /// All that is shown.
    var allShown: ShownItems {
        let ids = ids
        return ShownItems(ids.compactMap(row), unsentIDs: ids.filter(isUnsent))
    }
}
