import Items
import SQLite

/// What a write asks about the items that there are.
extension SQLiteItemTransaction {
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? {
        try storing { () throws(DatabaseError) in
            try statements.find.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                try statement.bind(uuid: id, at: 2)
                return try session.step(&statement) ? ItemCard.item(statement) : nil
            }
        }
    }

    /// Of a word, a question finds and judges all items anew each time that it is asked, some
    /// thousands at most, so it is not asked often.
    private static let itemsAtOnce = PlaceFinder.few
    /// An item can have 64 KiB.
    private static let bytesAtOnce = 16 << 20

    func select(
        _ filter: ItemFilter, after place: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var items: [ToDoItem] = []
        var bytes = 0
        try storing { () throws(DatabaseError) in
            // The filter may mean what was written a moment ago.
            try orders.store()
            // With an effort without end it never stops early.
            _ = try lister.list(
                ItemQuery(filter: filter, sort: ItemSort(.created)), of: owner,
                after: ListPosition(.created, place: place), limit: Self.itemsAtOnce,
                effort: .max
            ) { row in
                items.append(ToDoItem(row))
                bytes += row.title.count + (row.itemDescription?.count ?? 0)
                return bytes < Self.bytesAtOnce
            }
        }
        return (items, items.count < Self.itemsAtOnce && bytes < Self.bytesAtOnce)
    }

    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        try storing { () throws(DatabaseError) in
            try statements.tombstone.withReset { statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                try statement.bind(uuid: id, at: 2)
                return try session.step(&statement) ? statement.counter(at: 0) : nil
            }
        }
    }
}
