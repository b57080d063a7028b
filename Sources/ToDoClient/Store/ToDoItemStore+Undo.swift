public import Foundation

extension ToDoItemStore {
    /// Takes back the last action that was not undone, as far as its items are as it left them.
    ///
    /// Deleted items return as the server last had them. Returns what was touched; an empty set if
    /// there is nothing to undo.
    @discardableResult
    public func undo() throws(StoreError) -> Set<ToDoItem.ID> {
        try takeBack(.undo) { $0.undo.last }
    }

    /// Does the action again that was undone last. A new write empties what can be done again.
    @discardableResult
    public func redo() throws(StoreError) -> Set<ToDoItem.ID> {
        try takeBack(.redo) { $0.redo.last }
    }

    private func takeBack(
        _ kind: Event.Action.Kind, _ step: (Replica) -> [Edit]?
    ) throws(StoreError) -> Set<ToDoItem.ID> {
        try withOpenState { state throws(StoreError) in
            guard let step = step(state.replica) else { return [] }
            let edits = state.replica.takingBack(step)
            try commitLocalWrite(.action(Event.Action(kind: kind, edits: edits)), &state)
            return Set(edits.map(\.id))
        }
    }

    /// Lets the loser of a conflict win, as a new write, and takes the conflict away.
    ///
    /// Of a deletion that lost the item is deleted again. Does nothing if the conflict is gone.
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

    /// Takes a conflict away; its items stay as they are.
    public func dismiss(_ conflict: Conflict) throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            guard state.replica.conflicts.contains(where: { $0.id == conflict.id }) else { return }
            try commit(.dismissed(conflict.id), &state)
        }
    }
}
