public import Foundation

/// A to-do item, as apps and the server exchange it.
///
/// Decoding ignores the server's other members (such as the creation time and the revision), so
/// that responses of a later server can be decoded too.
public struct ToDoItem: Codable, Equatable, Identifiable, Sendable {
    /// The unique id of the item, made by the app.
    public let id: UUID
    /// The title: 1 to 500 characters, not only white space.
    public var title: String
    /// Further text; an empty text field gives an empty string and not nil.
    public var itemDescription: String?
    /// The due time, in seconds since 1970.
    public var timestamp: Double?
    /// The location.
    public var location: Location?
    /// Whether the item is done.
    public var done: Bool

    /// An item; open unless `done` is set.
    public init(
        id: UUID = UUID(), title: String, itemDescription: String? = nil,
        timestamp: Double? = nil, location: Location? = nil, done: Bool = false
    ) {
        self.id = id
        self.title = title
        self.itemDescription = itemDescription
        self.timestamp = timestamp
        self.location = location
        self.done = done
    }
}
