import Items
import SQLite

/// Binds all that a row of `items` says, its card last.
struct ItemBinder {
    /// The columns in the order in which they are bound.
    static let columns = "owner, \(ItemColumns.list), card"
    /// How many parameters they take.
    static let count = ItemColumns.count + 2

    /// The card that was bound last, whose memory the next one takes.
    private var card: [UInt8] = []

    /// Binds an item to the parameters from `first` on.
    mutating func bind(
        _ item: ToDoItem, of owner: Int, to statement: inout Statement, from first: Int32 = 1
    ) throws(DatabaseError) {
        try statement.bind(owner, at: first)
        try ItemColumns.bind(item, to: &statement, from: first + 1)
        card.removeAll(keepingCapacity: true)
        ItemCard.append(item, to: &card)
        try statement.bind(blob: card.span, at: first + Self.count - 1)
    }
}
