import Items
import SQLite
import Storage

extension SQLiteItemTransaction {
    /// The limits of one part in items and in bytes of text, because an item can have 64 KiB.
    private static let itemsPerCall = 1_000
    private static let bytesPerCall = 16 << 20

    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? {
        try storing { () throws(DatabaseError) in
            let sequence = try statements.sequence.withReset {
                statement throws(DatabaseError) -> Int? in
                try statement.bind(owner.key, at: 1)
                try statement.bind(uuid: id, at: 2)
                return try session.step(&statement) ? try statement.sequence(at: 0) : nil
            }
            guard let sequence else { return nil }
            let item = try item(at: sequence)
            try statements.item.require(item?.id == id, "an id that leads to no item")
            return item
        }
    }

    /// The open or done item with a sequence of the owner.
    func item(at sequence: Int) throws(DatabaseError) -> ToDoItem? {
        for done in [false, true] {
            let item = try statements.item.withReset {
                statement throws(DatabaseError) -> ToDoItem? in
                try statement.bind(
                    Slot(owner: owner.key, done: done, sequence: sequence).value, at: 1)
                guard try session.step(&statement) else { return nil }
                return try ItemColumns.item(statement, long, session)
            }
            if let item { return item }
        }
        return nil
    }

    func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var items: [ToDoItem] = []
        var bytes = 0
        let isAll = try storing { () throws(DatabaseError) in
            let start = Slot(owner: owner.key, done: done, sequence: sequence).value + 1
            let end = Slot.range(of: owner.key, done: done).upperBound
            let long = try long
            return try statements.slotRange.withReset { statement throws(DatabaseError) in
                try statement.bind(start, at: 1)
                try statement.bind(end, at: 2)
                var next = start
                while try session.step(&statement) {
                    next = try statement.slot(from: next) + 1
                    livenessProbes.answer()
                    try ItemColumns.visit(statement, long, session) { row in
                        guard filter.matches(row, &scratch) else { return }
                        items.append(ToDoItem(row))
                        bytes += row.title.count + (row.itemDescription?.count ?? 0)
                    }
                    guard items.count < Self.itemsPerCall, bytes < Self.bytesPerCall else {
                        return false
                    }
                }
                return true
            }
        }
        return (items, isAll)
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
