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

    func select(
        _ filter: ItemFilter, after place: Int, limit: Int
    ) throws(StorageFailure) -> [ToDoItem] {
        var items: [ToDoItem] = []
        try storing { () throws(DatabaseError) in
            // The filter may mean what was written a moment ago.
            try orders.makeVisible()
            // With an effort without end it never stops early.
            _ = try lister.list(
                ItemQuery(filter: filter, sort: ItemSort(.created)), of: owner,
                after: ListPosition(.created, place: place), limit: limit, effort: .max
            ) { row in
                items.append(ToDoItem(row))
                return true
            }
        }
        return items
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
