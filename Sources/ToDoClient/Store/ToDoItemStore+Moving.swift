import Foundation

/// Items that move from one store to another, as from no server to one.
extension ToDoItemStore {
    /// Adds the items of another store that this one does not have, and what can be undone there.
    ///
    /// This is no action of the user: it is no step of undo.
    package func takeOver(_ other: ToDoItemStore) throws(StoreError) {
        let (items, undo, redo) = try other.withOpenState { state throws(StoreError) in
            (state.snapshot.items, state.replica.undo, state.replica.redo)
        }
        try withOpenState { state throws(StoreError) in
            var edits: [Edit] = []
            for item in items where state.replica.shown(item.id) == nil {
                let edit = state.replica.edit(
                    item.id, to: item, number: state.replica.nextNumber + edits.count,
                    origin: Origin(isShared: true))
                if let edit { edits.append(edit) }
            }
            guard !edits.isEmpty || !undo.isEmpty || !redo.isEmpty else { return }
            try commitLocalWrite(.action(Event.Action(kind: .move, edits: edits)), &state)
            for step in undo {
                try commit(.checkpoint(.step(step, isRedo: false)), &state)
            }
            for step in redo {
                try commit(.checkpoint(.step(step, isRedo: true)), &state)
            }
        }
    }

    /// Whether the store has never received anything from a server.
    package var hasNeverSynced: Bool {
        let isNew = try? withOpenState { state throws(StoreError) in
            let replica = state.replica
            return replica.token == nil && replica.partialCopy == nil && replica.copy.isEmpty
        }
        return isNew ?? false
    }

    /// Removes all items, conflicts and steps of undo, without a deletion on the server.
    package func erase() throws(StoreError) {
        try withOpenState { state throws(StoreError) in
            do {
                try data.replace([])
            } catch {
                throw StoreError(disk: error)
            }
            state.replica = Replica()
            state.shown = ShownItems()
            state.logSize = 0
            state.checkpointSize = 0
            state.publish()
        }
    }
}
