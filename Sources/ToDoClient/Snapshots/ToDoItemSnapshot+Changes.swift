public import Foundation

extension ToDoItemSnapshot {
    /// The differences between a snapshot and an earlier one.
    public struct Changes: Equatable, Sendable {
        /// The new items.
        public var inserted: Set<ToDoItem.ID> = []
        /// The items that no longer exist.
        public var removed: Set<ToDoItem.ID> = []
        /// The items of which a member differs.
        public var updated: Set<ToDoItem.ID> = []

        /// These changes.
        public init(
            inserted: Set<ToDoItem.ID> = [], removed: Set<ToDoItem.ID> = [],
            updated: Set<ToDoItem.ID> = []
        ) {
            self.inserted = inserted
            self.removed = removed
            self.updated = updated
        }

        /// Whether the same items are there, with the same members.
        public var isEmpty: Bool { inserted.isEmpty && removed.isEmpty && updated.isEmpty }
    }

    /// The changes since an earlier snapshot.
    public func changes(since earlier: ToDoItemSnapshot) -> Changes {
        var changes = Changes()
        var old = earlier.rows.makeIterator()
        var new = rows.makeIterator()
        var oldRow = old.next()?.row
        var newRow = new.next()?.row
        // Both are in the order of the ids.
        while let before = oldRow, let after = newRow {
            if before === after || before.item.id == after.item.id {
                if before !== after, before.item != after.item {
                    changes.updated.insert(after.item.id)
                }
                oldRow = old.next()?.row
                newRow = new.next()?.row
            } else if before.item.id.key < after.item.id.key {
                changes.removed.insert(before.item.id)
                oldRow = old.next()?.row
            } else {
                changes.inserted.insert(after.item.id)
                newRow = new.next()?.row
            }
        }
        while let before = oldRow {
            changes.removed.insert(before.item.id)
            oldRow = old.next()?.row
        }
        while let after = newRow {
            changes.inserted.insert(after.item.id)
            newRow = new.next()?.row
        }
        return changes
    }
}
