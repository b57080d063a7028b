import Foundation

/// An item as it is shown, at its place.
///
/// A class, so that lists of rows are copied by reference.
final class Row: Sendable {
    let item: ToDoItem
    let place: Place
    let isUnsent: Bool

    init(item: ToDoItem, place: Place, isUnsent: Bool) {
        self.item = item
        self.place = place
        self.isUnsent = isUnsent
    }
}

/// The place of an item among those that are open or those that are done.
///
/// The server orders by creation time, then by id. What it does not know yet comes behind, as
/// written.
struct Place: Comparable, Hashable, Sendable {
    /// The server's creation time; infinite if the server does not know the item.
    let createdAt: Double
    /// The number of the write that made the item; 0 if the server knows the item.
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

    static func < (left: Place, right: Place) -> Bool {
        if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
        if left.number != right.number { return left.number < right.number }
        return left.id < right.id
    }
}

/// A row in a list that is ordered by place.
struct RowByPlace: SortedElement {
    let row: Row
    var sortKey: Place { row.place }
}

/// A row in a list that is ordered by id.
struct RowByID: SortedElement {
    let row: Row
    var sortKey: IDKey { row.item.id.key }
}
