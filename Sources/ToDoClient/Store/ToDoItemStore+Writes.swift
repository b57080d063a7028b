public import Foundation

extension ToDoItemStore {
    /// Adds a new item, its title without outer white space.
    ///
    /// Throws `invalid` with all faults, or `alreadyExists`.
    public func add(_ item: ToDoItem) throws(StoreError) {
        let item = try Self.valid(item)
        try withOpenState { state throws(StoreError) in
            guard state.replica.shown(item.id) == nil else { throw .alreadyExists(item.id) }
            let edit = state.replica.edit(
                item.id, to: item, number: state.replica.nextNumber,
                origin: Origin(isShared: false))
            try commitAction([edit].compactMap(\.self), &state)
        }
    }

    /// Marks the item with the id of this one as done.
    public func check(_ item: ToDoItem) throws(StoreError) {
        try edit(item.id) { $0.done = true }
    }

    /// Marks the item with the id of this one as open.
    public func uncheck(_ item: ToDoItem) throws(StoreError) {
        try edit(item.id) { $0.done = false }
    }

    /// Changes an item.
    public func edit(
        _ id: ToDoItem.ID, _ change: (inout ToDoItem) -> Void
    ) throws(StoreError) {
        let original = try withOpenState { state throws(StoreError) in
            guard let item = state.replica.shown(id) else { throw .noSuchItem(id) }
            return item
        }
        // Not while the state is locked: the change may use the store.
        var item = original
        change(&item)
        try update(item, from: original)
    }

    /// Changes the members in which an item differs from the original, which a form has shown.
    ///
    /// Other members keep their current values. If a member has changed since the form showed it,
    /// the item's value wins, and a conflict keeps the other one. If the item was deleted since, it
    /// is created again, with a conflict. If the form only marked it as done, this throws
    /// `noSuchItem` instead.
    public func update(
        _ item: ToDoItem, from original: ToDoItem
    ) throws(StoreError) {
        try write { writes throws(StoreError) in try writes.update(item, from: original) }
    }

    /// Deletes an item.
    public func delete(_ id: ToDoItem.ID) throws(StoreError) {
        try delete([id])
    }

    /// Deletes several items as one action.
    public func delete(_ ids: [ToDoItem.ID]) throws(StoreError) {
        try write { writes throws(StoreError) in try writes.delete(ids) }
    }

    /// Marks several items as done or open, as one action.
    public func setDone(_ isDone: Bool, _ ids: [ToDoItem.ID]) throws(StoreError) {
        try write { writes throws(StoreError) in try writes.setDone(isDone, ids) }
    }

    /// Deletes all items.
    public func deleteAll() throws(StoreError) {
        try delete { $0.rows.map(\.row.item.id) }
    }

    /// Deletes all items that are done.
    public func deleteDone() throws(StoreError) {
        try delete { $0.done.map(\.row.item.id) }
    }

    private func delete(_ ids: (ShownItems) -> [UUID]) throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            let edits = state.replica.deleting(ids(state.shown))
            try commitAction(edits, &state)
        }
    }

    /// The item as it is stored; throws all of its faults.
    ///
    /// An existing rule counts as valid: a later server may have written it, and a completed item
    /// keeps its rule until the server has made the next one.
    static func valid(
        _ item: ToDoItem, changedFrom before: ToDoItem? = nil
    ) throws(StoreError) -> ToDoItem {
        let item = item.trimmed
        let hasRuleOfBefore = item.repetition == before?.repetition && item.timestamp != nil
        var faults = (hasRuleOfBefore ? item.withoutRule : item).faults
        if before?.hasLostRule == false { faults.removeAll { $0 == .doneItemRepeats } }
        guard faults.isEmpty else { throw .invalid(faults) }
        return item
    }

    func commitAction(
        _ edits: [Edit], restored: UUID? = nil, replaced: [Conflict] = [],
        _ state: inout StoreState
    ) throws(StoreError) {
        guard !edits.isEmpty || !replaced.isEmpty else { return }
        let action = Event.Action(
            kind: edits.isEmpty ? .move : .write, edits: edits, restored: restored,
            replaced: replaced)
        try commitLocalWrite(.action(action), &state)
    }

    func commitLocalWrite(_ event: Event, _ state: inout StoreState) throws(StoreError) {
        if state.status == .upToDate { state.status = .idle }
        try commit(event, &state)
        synchronizer.signal(.write)
    }
}

extension Replica {
    /// The edits that delete these items.
    func deleting(_ ids: [UUID]) -> [Edit] {
        var number = nextNumber
        return ids.compactMap { id in
            defer { number += 1 }
            return edit(id, to: nil, number: self.number(ofShown: id) ?? number)
        }
    }
}
