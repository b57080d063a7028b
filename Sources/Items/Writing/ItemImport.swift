/// Many items brought in by one write, one after the other, so that no more than one is in memory.
///
/// It does what adding them with `onConflict: .replace` would do. Whatever their number, they take
/// one revision, and none when all of them were there already.
package struct ItemImport {
    /// What became of the items.
    package struct Counts: Equatable, Sendable {
        package var new = 0
        package var changed = 0
        package var unchanged = 0

        /// The counts before the first item, unless others are given.
        package init(new: Int = 0, changed: Int = 0, unchanged: Int = 0) {
            self.new = new
            self.changed = changed
            self.unchanged = unchanged
        }
    }

    package private(set) var counts = Counts()
    private let transaction: any ItemTransaction
    private let revision: Int
    private let now: Double

    /// An import that is a write of its own in this transaction.
    package init(in transaction: any ItemTransaction, now: Double) throws(WriteFailure) {
        self.transaction = transaction
        self.now = now
        revision = try transaction.requireRevision() + 1
    }

    /// Makes the item with that id say this, and makes the item if need be; no id may come twice.
    package mutating func upsert(_ item: NewItem) throws(StorageFailure) {
        guard let old = try transaction.find(item.id) else {
            counts.new += 1
            let sequence = try transaction.nextSequence()
            try transaction.insert(
                ToDoItem(
                    id: item.id, sequence: sequence, content: item.content, now: now,
                    revision: revision),
                isGenerated: false)
            return
        }
        guard old.content != item.content else {
            counts.unchanged += 1
            return
        }
        counts.changed += 1
        try transaction.replace(
            old, with: old.changed(to: item.content, now: now, revision: revision))
    }

    /// Moves the revision if anything changed; to be called after the last item.
    package func finish() throws(StorageFailure) {
        guard counts.new + counts.changed > 0 else { return }
        try transaction.setRevision(revision)
    }
}
