public import Foundation

/// The times of an item, by the server's clock. Unsent local changes do not count.
public struct ItemTimes: Hashable, Sendable {
    /// When the server got the item.
    public let createdAt: Date
    /// When the server received the last change; nil if an earlier version of this library received
    /// it.
    public let updatedAt: Date?
    /// When the item was marked as done; nil if it is open.
    public let doneAt: Date?

    init(_ stored: ServerItem) {
        createdAt = Date(timeIntervalSince1970: stored.createdAt)
        updatedAt = stored.updatedAt.map(Date.init(timeIntervalSince1970:))
        doneAt = stored.doneAt.map(Date.init(timeIntervalSince1970:))
    }
}
