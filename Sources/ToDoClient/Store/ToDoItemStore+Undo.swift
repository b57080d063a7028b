public import Foundation

extension ToDoItemStore {
    /// Reverts the last action that was not undone, as far as its items were not changed since.
    ///
    /// Deleted items return in their last state on the server. Returns the ids of the changed
    /// items; an empty set if there is nothing to undo. The action is removed from the history in
    /// any case; `undoWithReport()` says what could not be undone.
    @discardableResult
    public func undo() throws(StoreError) -> Set<ToDoItem.ID> {
        try undoWithReport().reverted
    }

    /// Repeats the action that was undone last. A new write empties the list of undone actions.
    @discardableResult
    public func redo() throws(StoreError) -> Set<ToDoItem.ID> {
        try redoWithReport().reverted
    }

    /// Reverts the last action, and reports what was reverted, what was not, and what is next.
    @discardableResult
    public func undoWithReport() throws(StoreError) -> UndoReport {
        try revert(.undo, \.undo)
    }

    /// Repeats the action that was undone last, with a report like that of `undoWithReport()`.
    @discardableResult
    public func redoWithReport() throws(StoreError) -> UndoReport {
        try revert(.redo, \.redo)
    }

    private func revert(
        _ kind: Event.Action.Kind, _ steps: KeyPath<Replica, [Step]>
    ) throws(StoreError) -> UndoReport {
        try withOpenState { state throws(StoreError) in
            guard let step = state.replica[keyPath: steps].last else { return UndoReport() }
            let (edits, notReverted) = state.replica.inverse(of: step)
            try commitLocalWrite(.action(Event.Action(kind: kind, edits: edits)), &state)
            return UndoReport(
                reverted: Set(edits.map(\.id)), notReverted: notReverted,
                next: state.replica.nextChanges(steps))
        }
    }

    /// Writes the losing value of a conflict again, and removes the conflict.
    ///
    /// If the loser is a deletion, the item is deleted again. Does nothing if the conflict is gone.
    public func restore(_ conflict: Conflict) throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            guard state.replica.conflicts.contains(where: { $0.id == conflict.id }) else { return }
            if let edit = state.replica.restoring(conflict) {
                try commitAction([edit], restored: conflict.id, &state)
            } else {
                try commit(.dismissed(conflict.id), &state)
            }
        }
    }

    /// Removes a conflict; its items do not change.
    public func dismiss(_ conflict: Conflict) throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            guard state.replica.conflicts.contains(where: { $0.id == conflict.id }) else { return }
            try commit(.dismissed(conflict.id), &state)
        }
    }
}
