public import Foundation

/// Changes on a server.
public struct ItemChanges: Decodable, Equatable, Sendable {
    /// One change of an item.
    public enum Change: Equatable, Sendable {
        /// The item was created or changed by the write of this revision.
        case stored(ToDoItem, revision: Int)
        /// The item was deleted by the write of this revision.
        case deleted(ToDoItem.ID, revision: Int)
    }

    /// The changes.
    public let changes: [Change]
    /// The token for the next request.
    public let token: String
    /// Whether there are more already.
    public let hasMore: Bool

    /// Decodes the content of a response.
    public init(from decoder: any Decoder) throws {
        let page = try ChangesPage(from: decoder)
        token = page.token
        hasMore = page.more
        changes = page.changes.map { change in
            change.stored.map { .stored($0.item, revision: change.revision) }
                ?? .deleted(change.id, revision: change.revision)
        }
    }
}

/// One write of a batch.
public enum BatchOperation: Equatable, Sendable {
    /// Replaces the item, or makes it.
    case put(ToDoItem, ifRevision: Int? = nil)
    /// Changes the members in which the item differs from another.
    case update(ToDoItem, from: ToDoItem, ifRevision: Int? = nil)
    /// Deletes an item.
    case delete(ToDoItem.ID, ifRevision: Int? = nil)
}

/// The result of a batch.
public struct BatchAnswer: Equatable, Sendable {
    /// The item after each operation; nil after a deletion.
    public let items: [ToDoItem?]
    /// The revision of all operations, for `undo(_:)`; nil if nothing changed.
    public let revision: Int?
}
