import Items
import SQLite

/// All items of one owner at one moment, read in parts from a transaction that may have other readers.
final class SQLiteItemSnapshot: ItemSnapshot {
    let clock: Int
    private let lease: SnapshotLease
    private let owner: Owner
    private var position: ListPosition?

    init(_ lease: SnapshotLease, of owner: Owner) throws(StorageFailure) {
        self.lease = lease
        self.owner = owner
        clock = try lease.read { reader throws(DatabaseError) in try reader.clock(of: owner) }
    }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        var count = 0
        var last = position
        var isEnough = false
        try lease.read { reader throws(DatabaseError) in
            try reader.list(of: owner, after: position, limit: limit, begin: { _ in true }) { row in
                count += 1
                last = ListPosition(done: row.facts.done, place: row.facts.place)
                isEnough = !body(row)
                return !isEnough
            }
        }
        position = last
        return isEnough || count == limit
    }
}
