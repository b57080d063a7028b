package import Items

/// One row of the log: the values that a write has replaced.
package struct ChangeRow {
    /// The bytes that a change counts in its owner's history, in addition to its texts.
    package static let rowBytes = 64

    /// The key of the owner.
    package let owner: Int
    package let revision: Int
    /// The number of the change in its write, from 1.
    package let ordinal: Int
    package let changedAt: Double
    package let id: ItemID
    package let sequence: Int
    package let members: ChangeMembers
    /// The item before the change; nil for a creation.
    package let image: ToDoItem?
    /// Where the write came from; only in its first change.
    package let origin: WriteOrigin?
    /// The bytes that it counts in its owner's history.
    package let bytes: Int

    /// A change with these members of the item before it, or after its creation.
    init(
        owner: Int, revision: Int, ordinal: Int, changedAt: Double, members: ChangeMembers,
        item: ToDoItem, origin: WriteOrigin?
    ) {
        self.owner = owner
        self.revision = revision
        self.ordinal = ordinal
        self.changedAt = changedAt
        id = item.id
        sequence = item.sequence
        self.members = members
        image = members.contains(.creation) ? nil : item
        self.origin = origin
        bytes =
            Self.rowBytes + item.content.textBytes(of: members.content) + (origin?.bytes ?? 0)
    }
}

/// The place of a change in its owner's log.
package struct ChangeKey: Equatable {
    package let revision: Int
    /// A number that grows with the order of changes within a revision.
    package let number: Int

    package init(revision: Int, number: Int) {
        self.revision = revision
        self.number = number
    }
}

/// A stored change without its values.
package struct ChangeHead {
    package let key: ChangeKey
    package let sequence: Int
    package let members: ChangeMembers
    /// The item's id; nil unless the change is a deletion.
    package let id: ItemID?
    package let changedAt: Double
    /// Where the write came from; nil unless it is the first change of its write.
    package let origin: WriteOrigin?

    package init(
        key: ChangeKey, sequence: Int, members: ChangeMembers, id: ItemID?, changedAt: Double,
        origin: WriteOrigin?
    ) {
        self.key = key
        self.sequence = sequence
        self.members = members
        self.id = id
        self.changedAt = changedAt
        self.origin = origin
    }
}

extension ChangeHead {
    /// Whether it is the first change of its write.
    var isFirst: Bool { origin != nil }
}

/// A stored change with its values.
package struct ChangeImage {
    package let sequence: Int
    package let members: ChangeMembers
    /// The item's id; nil unless it is known or the change is a deletion.
    package let id: ItemID?
    /// Present if the change is a deletion.
    package let createdAt: Double?
    package let doneAt: Double?
    /// The members that the change keeps; the others have no meaning.
    package let content: ItemContent

    package init(
        sequence: Int, members: ChangeMembers, id: ItemID?, createdAt: Double?, doneAt: Double?,
        content: ItemContent
    ) {
        self.sequence = sequence
        self.members = members
        self.id = id
        self.createdAt = createdAt
        self.doneAt = doneAt
        self.content = content
    }

    /// The item before the change, given the item after it.
    func item(before item: ToDoItem?) throws(StorageFailure) -> ToDoItem? {
        if members.contains(.creation) {
            guard item != nil else { throw .corrupt("a creation of nothing") }
            return nil
        }
        var old: ToDoItem
        if members.contains(.deletion) {
            guard item == nil else { throw .corrupt("a deletion of an item that exists") }
            guard let id, let createdAt else { throw .corrupt("a deletion without an item") }
            old = ToDoItem(
                id: id, sequence: sequence, content: ItemContent(title: ""), createdAt: createdAt,
                updatedAt: createdAt, doneAt: nil, revision: 1)
        } else {
            guard let item else { throw .corrupt("a change of nothing") }
            old = item
        }
        old.content.take(members.content, from: content)
        if members.contains(.doneAt) {
            old.doneAt = doneAt
            old.content.done = doneAt != nil
        }
        return old
    }
}
