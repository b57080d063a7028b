package import Items
import SQLite

/// The query, start and limit of a snapshot.
package struct SnapshotView: Sendable {
    package let query: ItemQuery
    /// The items after this position.
    package let position: ListPosition?
    /// The number of items that will be read, if it is known.
    package let limit: Int?

    /// A view of a query's items, in its order.
    package init(query: ItemQuery, position: ListPosition? = nil, limit: Int? = nil) {
        self.query = query
        self.position = position
        self.limit = limit
    }
}

/// The items of a query at one moment, read in parts from a lease that other snapshots may share.
final class SQLiteItemSnapshot: ItemSnapshot {
    let revision: Int?
    private let share: SnapshotShare
    private var scan: ItemScan

    var position: ListPosition? { scan.scannedUpTo }

    init(_ share: consuming SnapshotShare, _ view: SnapshotView) throws(StorageFailure) {
        let (lease, owner) = (share.lease, share.owner)
        self.share = share
        scan = ItemScan(view.query, of: owner, after: view.position, limit: view.limit)
        revision = try lease.read { reader throws(DatabaseError) in try reader.revision(of: owner) }
    }

    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> SnapshotStep {
        var scan = scan
        let hasMore = try share.lease.read { reader throws(DatabaseError) in
            try reader.scan(&scan, limit, body)
        }
        self.scan = scan
        return hasMore ? .more : .end
    }
}
