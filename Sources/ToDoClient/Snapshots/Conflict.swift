public import Foundation

/// A write, of this client or another one, that lost against another write.
public struct Conflict: Codable, Hashable, Identifiable, Sendable {
    /// The kind of a conflict.
    public enum Kind: Codable, Hashable, Sendable {
        /// Both sides changed these members, and the local change won.
        case overwrote(Set<ToDoItem.Member>)
        /// Another client deleted the item, and the local change restored it.
        case revived
        /// The item was deleted locally, and a change by another client kept it.
        case kept
        /// The server refused the local change.
        case refused(Problem)
    }

    /// Identifies the conflict.
    public let id: UUID
    /// The kind of the conflict.
    public let kind: Kind
    /// The losing item: the other client's if it was overwritten, the local one if it was refused,
    /// otherwise the item before its deletion.
    public let lost: ToDoItem

    /// A conflict, for tests and previews.
    public init(id: UUID = .ascending(), kind: Kind, lost: ToDoItem) {
        self.id = id
        self.kind = kind
        self.lost = lost
    }
}
