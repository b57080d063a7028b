public import Foundation

extension ToDoItemStore {
    /// Reverts the last action that was not undone, as far as its items were not changed since.
    ///
    /// Deleted items return in their last state on the server. Returns the ids of the changed
    /// items; an empty set if there is nothing to undo.
    @discardableResult
    public func undo() throws(StoreError) -> Set<ToDoItem.ID> {
        try revert(.undo) { $0.undo.last }
    }

    /// Repeats the action that was undone last. A new write empties the list of undone actions.
    @discardableResult
    public func redo() throws(StoreError) -> Set<ToDoItem.ID> {
        try revert(.redo) { $0.redo.last }
    }

    private func revert(
        _ kind: Event.Action.Kind, _ step: (Replica) -> [Edit]?
    ) throws(StoreError) -> Set<ToDoItem.ID> {
        try withOpenState { state throws(StoreError) in
            guard let step = step(state.replica) else { return [] }
            let edits = state.replica.inverse(of: step)
            try commitLocalWrite(.action(Event.Action(kind: kind, edits: edits)), &state)
            return Set(edits.map(\.id))
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

    /// Removes a conflict; its items stay as they are.
    public func dismiss(_ conflict: Conflict) throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            guard state.replica.conflicts.contains(where: { $0.id == conflict.id }) else { return }
            try commit(.dismissed(conflict.id), &state)
        }
    }
}
