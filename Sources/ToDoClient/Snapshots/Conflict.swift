public import Foundation

/// A write, of here or elsewhere, that lost against another one.
public struct Conflict: Codable, Hashable, Identifiable, Sendable {
    /// What happened.
    public enum Kind: Codable, Hashable, Sendable {
        /// These members were changed here and elsewhere, and the change made here won.
        case overwrote(Set<ToDoItem.Member>)
        /// The item was deleted elsewhere, and the change made here brought it back.
        case revived
        /// The item was deleted here, and a change made elsewhere kept it.
        case kept
        /// The server refused the change made here.
        case refused(Problem)
    }

    /// Identifies the conflict.
    public let id: UUID
    /// What happened.
    public let kind: Kind
    /// What lost: the item as it was elsewhere if it was overwritten, the item of here if it was
    /// refused, and the item as it was before its deletion otherwise.
    public let lost: ToDoItem

    /// A conflict, for tests and previews.
    public init(id: UUID = .ascending(), kind: Kind, lost: ToDoItem) {
        self.id = id
        self.kind = kind
        self.lost = lost
    }
}
