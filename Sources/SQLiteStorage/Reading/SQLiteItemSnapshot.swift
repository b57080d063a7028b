import Items
import SQLite

/// All items of one owner in a read transaction of their own, on a connection of the pool.
final class SQLiteItemSnapshot: ItemSnapshot {
    let clock: Int
    private let reader: ItemReader
    private let owner: Owner
    private let giveBack: () -> Void
    private var position: ListPosition?

    init(reader: ItemReader, owner: Owner, giveBack: @escaping () -> Void) throws(StorageFailure) {
        self.reader = reader
        self.owner = owner
        self.giveBack = giveBack
        clock = try storing { () throws(DatabaseError) in try reader.clock(of: owner) }
    }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        var count = 0
        var last = position
        try storing { () throws(DatabaseError) in
            try reader.list(of: owner, after: position, limit: limit, begin: { _ in true }) { row in
                count += 1
                last = ListPosition(done: row.facts.done, place: row.facts.place)
                body(row)
                return true
            }
        }
        position = last
        return count == limit
    }

    deinit {
        giveBack()
    }
}
