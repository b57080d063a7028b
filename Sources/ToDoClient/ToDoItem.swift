public import Foundation

/// One thing to do, as the app of the book keeps it and as the server tells it.
///
/// What the server knows beyond this (when the item was made, its revision) is passed over in
/// decoding, so that an answer of a later server can be read as well.
public struct ToDoItem: Codable, Equatable, Identifiable, Sendable {
    /// Names the item everywhere; the app mints it, and no two items share one.
    public let id: UUID
    /// What is to be done: 1 to 500 characters that are not only white space.
    public var title: String
    /// More about it; an untouched text field makes this empty rather than nil.
    public var itemDescription: String?
    /// When it is due, in seconds since 1970.
    public var timestamp: Double?
    /// Where it is to be done.
    public var location: Location?
    /// Whether it is done already.
    public var done: Bool

    /// An item that is still to be done unless told otherwise.
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
