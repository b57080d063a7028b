/// An item as stored: the client's content and the server's fields.
package struct ToDoItem: Equatable, Sendable {
    package let id: ItemID
    /// The number of the item in the order of creation; replace and restore keep it.
    package var sequence: Int
    package var content: ItemContent
    /// Seconds since 1970, like every time in this package.
    package var createdAt: Double
    package var updatedAt: Double
    /// The time at which the item became done; nil while it is open.
    package var doneAt: Double?
    /// The owner's revision at the last write that changed this item.
    package var revision: Int

    /// An item with the fields that storage has.
    package init(
        id: ItemID, sequence: Int, content: ItemContent, createdAt: Double, updatedAt: Double,
        doneAt: Double?, revision: Int
    ) {
        self.id = id
        self.sequence = sequence
        self.content = content
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.doneAt = doneAt
        self.revision = revision
    }

    /// A new item, created at `now`.
    package init(id: ItemID, sequence: Int, content: ItemContent, now: Double, revision: Int) {
        self.init(
            id: id, sequence: sequence, content: content, createdAt: now, updatedAt: now,
            doneAt: content.done ? now : nil, revision: revision)
    }

    /// The item with new content; `doneAt` is kept while the item stays done.
    package func changed(to content: ItemContent, now: Double, revision: Int) -> ToDoItem {
        var item = self
        let time = timeOfChange(at: now)
        item.content = content
        item.updatedAt = time
        item.doneAt = content.done ? (doneAt ?? time) : nil
        item.revision = revision
        return item
    }

    /// The time of a change at `now`. It is not before the creation, which may be ahead of the
    /// clock by 1 µs for each earlier item of its write. A clock that was set back further is used
    /// as it is.
    func timeOfChange(at now: Double) -> Double {
        createdAt > now && createdAt - now < 1 ? createdAt : now
    }
}
