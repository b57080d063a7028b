import Items
import SQLite

/// What a query asks for at one moment, read in parts from a transaction
/// that may have other readers.
final class SQLiteItemSnapshot: ItemSnapshot {
    let clock: Int
    private let share: SnapshotShare
    private let query: ItemQuery
    private var position: ListPosition?

    init(_ share: consuming SnapshotShare, _ query: ItemQuery) throws(StorageFailure) {
        self.query = query
        let (lease, owner) = (share.lease, share.owner)
        self.share = share
        clock = try lease.read { reader throws(DatabaseError) in try reader.clock(of: owner) }
    }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        var count = 0
        var last = position
        var isEnough = false
        let owner = share.owner
        let rest = try share.lease.read { reader throws(DatabaseError) in
            try reader.list(
                query, of: owner, after: position, limit: limit, begin: { _ in true }
            ) { row in
                count += 1
                last = ListPosition(of: row, in: query.sort)
                isEnough = !body(row)
                return !isEnough
            }
        }
        position = rest ?? last
        return isEnough || count == limit || rest != nil
    }
}
