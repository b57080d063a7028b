import Foundation

/// A shown item with its position.
///
/// A class, so that lists of rows are copied by reference.
final class Row: Sendable {
    let item: ToDoItem
    let position: RowPosition
    let isUnsent: Bool
    /// The item on the server; nil if the server does not have it.
    let stored: ServerItem?

    init(
        item: ToDoItem, position: RowPosition, isUnsent: Bool, stored: ServerItem? = nil
    ) {
        self.stored = stored
        self.item = item
        self.position = position
        self.isUnsent = isUnsent
    }
}

/// The position of an item among the open items or the done ones.
///
/// The server orders by creation time, then by id. Items that the server does not have yet come
/// last, in the order of writing.
struct RowPosition: Comparable, Hashable, Sendable {
    /// The server's creation time; infinite if the server does not have the item.
    let createdAt: Double
    /// The number of the write that created the item; 0 if the server has the item.
    let number: Int
    let id: IDKey

    init(createdAt: Double, id: UUID) {
        self.createdAt = createdAt
        number = 0
        self.id = id.key
    }

    init(number: Int, id: UUID) {
        createdAt = .infinity
        self.number = number
        self.id = id.key
    }

    static func < (left: RowPosition, right: RowPosition) -> Bool {
        if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
        if left.number != right.number { return left.number < right.number }
        return left.id < right.id
    }
}

/// A row in a list that is ordered by position.
struct RowByPosition: SortedElement {
    let row: Row
    var sortKey: RowPosition { row.position }
}

/// A row in a list that is ordered by id.
struct RowByID: SortedElement {
    let row: Row
    var sortKey: IDKey { row.item.id.key }
}
