public import Foundation

/// One thing to do, as the app of the book knows it and as the server tells it.
public struct ToDoItem: Codable, Equatable, Identifiable, Sendable {
    /// Names the item; the app mints it.
    public let id: UUID
}
