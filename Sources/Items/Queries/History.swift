/// What is asked of an owner's history.
package enum HistoryQuery: Equatable, Sendable {
    /// All writes.
    case writes
    /// The writes to one item, over all lives of its id.
    case item(ItemID)
    /// The deleted items; with words, those that contain each of them.
    case trash(SearchWords?)
}

/// A page of a history, newest first.
package struct HistoryRequest: Equatable, Sendable {
    package let owner: Owner
    package let query: HistoryQuery
    /// The end of the page before.
    package let position: HistoryPosition?
    /// The most elements.
    package let limit: Int

    package init(
        _ query: HistoryQuery, of owner: Owner, after position: HistoryPosition?, limit: Int
    ) {
        precondition(limit > 0)
        self.owner = owner
        self.query = query
        self.position = position
        self.limit = limit
    }
}

/// A place in a history: behind some elements of a write, and all later writes.
package struct HistoryPosition: Equatable, Sendable {
    package let revision: Int
    /// The number of its elements before the place.
    package let shown: Int

    package init(revision: Int, shown: Int) {
        self.revision = revision
        self.shown = shown
    }
}

package struct HistoryPage: Equatable, Sendable {
    package enum Elements: Equatable, Sendable {
        case writes([LoggedWrite])
        case versions([ItemVersion])
        case trash([DeletedItem])
    }

    /// The owner's revision at the moment of the page.
    package let revision: Int
    package let elements: Elements
    /// Where the next page begins, if there may be one.
    package let next: HistoryPosition?

    package init(revision: Int, elements: Elements, next: HistoryPosition?) {
        self.revision = revision
        self.elements = elements
        self.next = next
    }
}

/// Where a write came from.
package struct WriteOrigin: Equatable, Sendable {
    /// The label of the token that wrote.
    package var label: String?
    /// The revision that the write took back.
    package var undoes: Int?

    package init(label: String? = nil, undoes: Int? = nil) {
        self.label = label
        self.undoes = undoes
    }

    /// The bytes that it counts in the history.
    package var bytes: Int { label?.utf8.count ?? 0 }
}

/// The effect of a write on one item.
package enum WriteEffectKind: String, Equatable, Sendable {
    case created, changed, deleted
}

/// A write in the history.
package struct LoggedWrite: Equatable, Sendable {
    package struct Item: Equatable, Sendable {
        package let id: ItemID
        /// After the write; of a deleted item, before it.
        package let title: String
        package let kind: WriteEffectKind
        /// Which members of a changed item differ; `done` also stands for its time.
        package let members: ItemContent.Members

        package init(
            id: ItemID, title: String, kind: WriteEffectKind, members: ItemContent.Members
        ) {
            self.id = id
            self.title = title
            self.kind = kind
            self.members = members
        }
    }

    package let revision: Int
    package let at: Double
    package let origin: WriteOrigin
    package var created = 0
    package var changed = 0
    package var deleted = 0
    /// The first ones.
    package var items: [Item] = []
    /// The most items that are shown.
    package static let mostItems = 10

    package init(revision: Int, at: Double, origin: WriteOrigin) {
        self.revision = revision
        self.at = at
        self.origin = origin
    }

    package mutating func count(_ kind: WriteEffectKind) {
        switch kind {
        case .created: created += 1
        case .changed: changed += 1
        case .deleted: deleted += 1
        }
    }
}

/// A write to one item.
package struct ItemVersion: Equatable, Sendable {
    package let revision: Int
    package let at: Double
    package let origin: WriteOrigin
    package let kind: WriteEffectKind
    package let members: ItemContent.Members
    /// The item before the write; nil if it created the item.
    package let before: ToDoItem?

    package init(
        revision: Int, at: Double, origin: WriteOrigin, kind: WriteEffectKind,
        members: ItemContent.Members, before: ToDoItem?
    ) {
        self.revision = revision
        self.at = at
        self.origin = origin
        self.kind = kind
        self.members = members
        self.before = before
    }
}

/// A deleted item, as it was.
package struct DeletedItem: Equatable, Sendable {
    package let item: ToDoItem
    package let deletedAt: Double
    package let deletedIn: Int
    /// The number of the write's deletions up to this one, the last one first.
    package let place: Int

    package init(_ item: ToDoItem, deletedAt: Double, deletedIn: Int, place: Int) {
        self.item = item
        self.deletedAt = deletedAt
        self.deletedIn = deletedIn
        self.place = place
    }
}
