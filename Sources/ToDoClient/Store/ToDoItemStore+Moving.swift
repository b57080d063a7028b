import Foundation

/// Items that move from one store to another, for example from a store without a server.
extension ToDoItemStore {
    /// Moves the items of another store here, for example those that were written before the
    /// sign-in; returns the number of items that were missing here or differed.
    ///
    /// A conflict keeps each version that a differing item has replaced. The undo history moves as
    /// well, so the next undo reverts the last action there; the move itself is no step of it. The
    /// other store is empty then, without a deletion on its server.
    @discardableResult
    public func takeOver(_ other: ToDoItemStore) throws(StoreError) -> Int {
        guard other !== self else { return 0 }
        var count = 0
        var isEmpty = false
        while !isEmpty {
            let (items, undo, redo) = try other.withOpenState { state throws(StoreError) in
                (state.snapshot.items, state.replica.undo, state.replica.redo)
            }
            count += try take(items, undo, redo)
            // If the process ends here, the next move skips the items.
            isEmpty = try other.erase(items)
        }
        return count
    }

    /// Takes items, and steps of undo and redo; returns the number of items that were missing here
    /// or differed.
    private func take(
        _ items: [ToDoItem], _ undo: [Step], _ redo: [Step]
    ) throws(StoreError) -> Int {
        try withOpenState { state throws(StoreError) in
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
                guard let now else { continue }
                let members = item.differences(from: now)
                if members != [.position] {
                    conflicts.add(.overwrote(Set(members)), now, replacedBy: item)
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

    /// Removes all items, conflicts and steps of undo, without a deletion on the server. False, and
    /// nothing is removed, if the store has other items meanwhile.
    private func erase(_ items: [ToDoItem]) throws(StoreError) -> Bool {
        try withOpenState { state throws(StoreError) in
            guard state.snapshot.items == items else { return false }
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
            return true
        }
    }
}
