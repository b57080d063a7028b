import Foundation

/// Items that move from one store to another, for example from a store without a server.
extension ToDoItemStore {
    /// Takes the items of another store with its undo history; returns the number of items that
    /// were missing here or differed. A conflict keeps each version that a differing item has
    /// replaced.
    ///
    /// This is not an action of the user, so it is not a step of undo.
    @discardableResult
    package func takeOver(_ other: ToDoItemStore) throws(StoreError) -> Int {
        let (items, undo, redo) = try other.withOpenState { state throws(StoreError) in
            (state.snapshot.items, state.replica.undo, state.replica.redo)
        }
        return try withOpenState { state throws(StoreError) in
            var edits: [Edit] = []
            var conflicts = Conflicts(seed: .now(environment))
            for item in items {
                let now = state.replica.shown(item.id)
                let item = now?.hasLostRule == true ? item.withoutRule : item
                let edit = state.replica.edit(
                    item.id, to: item, number: state.replica.nextNumber + edits.count,
                    origin: now == nil ? Origin(isShared: true) : nil)
                guard let edit else { continue }
                edits.append(edit)
                if let now {
                    let members = Set(item.differences(from: now))
                    conflicts.add(.overwrote(members), now, replacedBy: item)
                }
            }
            guard !edits.isEmpty || !undo.isEmpty || !redo.isEmpty else { return 0 }
            try commitLocalWrite(
                .action(Event.Action(kind: .move, edits: edits, replaced: conflicts.all)), &state)
            for step in undo {
                try commit(.checkpoint(.step(step, isRedo: false)), &state)
            }
            for step in redo {
                try commit(.checkpoint(.step(step, isRedo: true)), &state)
            }
            return edits.count
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
