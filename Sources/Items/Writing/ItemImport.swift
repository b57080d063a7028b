/// Many items as one write, passed one at a time, so that only one is in memory.
///
/// It is equivalent to `ItemWrite.Action.importItems`. All items take one revision, and none if
/// nothing changed.
package struct ItemImport {
    /// What an import does with the items of its file.
    package struct Mode: Equatable, Sendable {
        /// Whether an item that exists gets the content of the file.
        package var isReplacing = true
        /// Whether an item that is replaced keeps its place in the order by hand if the file has
        /// none, as that of another program.
        package var keepsPositions = false
        /// Whether the items are only counted.
        package var isPreview = false

        package init(
            isReplacing: Bool = true, keepsPositions: Bool = false, isPreview: Bool = false
        ) {
            self.isReplacing = isReplacing
            self.keepsPositions = keepsPositions
            self.isPreview = isPreview
        }

        /// The content that an item gets from the file; nil if it stays as it is.
        func change(of old: ToDoItem, to item: NewItem) -> ItemContent? {
            var content = item.content
            if keepsPositions { content.position = content.position ?? old.content.position }
            return isReplacing && old.content != content ? content : nil
        }
    }

    /// The numbers of new, changed and unchanged items.
    package struct Counts: Equatable, Sendable {
        package var new = 0
        package var changed = 0
        package var unchanged = 0
        /// What the owner's items take after the import, which no quota limits.
        package var owned = ItemSize.zero

        /// Counts that begin at zero unless given.
        package init(new: Int = 0, changed: Int = 0, unchanged: Int = 0, owned: ItemSize = .zero) {
            self.new = new
            self.changed = changed
            self.unchanged = unchanged
            self.owned = owned
        }
    }

    package private(set) var counts = Counts()
    private let transaction: any ItemTransaction
    private let mode: Mode
    private let revision: Int
    private let now: Double
    private var times: CreationTimes

    package init(
        _ mode: Mode, in transaction: any ItemTransaction, now: Double
    ) throws(WriteFailure) {
        self.mode = mode
        self.transaction = transaction
        self.now = now
        times = CreationTimes(from: now)
        revision = try transaction.requireRevision() + 1
    }

    /// Inserts the item, or replaces its content if that is the mode; the ids of an import are
    /// distinct.
    package mutating func take(_ item: NewItem) throws(StorageFailure) {
        guard let old = try transaction.find(item.id) else {
            counts.new += 1
            if mode.isPreview { return }
            let sequence = try transaction.nextSequence()
            try transaction.insert(
                ToDoItem(
                    id: item.id, sequence: sequence, content: item.content, now: times.next(),
                    revision: revision),
                isGenerated: false)
            return
        }
        guard let content = mode.change(of: old, to: item) else {
            counts.unchanged += 1
            return
        }
        counts.changed += 1
        if mode.isPreview { return }
        try transaction.replace(
            old, with: old.changed(to: content, now: now, revision: revision))
    }

    /// Sets the revision if anything changed; call it after the last item.
    package mutating func finish() throws(StorageFailure) {
        counts.owned = try transaction.quota().used
        guard !mode.isPreview, counts.new + counts.changed > 0 else { return }
        try transaction.setRevision(revision)
    }
}
