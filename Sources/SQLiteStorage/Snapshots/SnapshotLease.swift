import Items
import SQLite

/// A connection of the pool with one read transaction on it, for as long as somebody reads from it.
///
/// Snapshots of one lane that see the same items share it: a thousand slow readers of a list that
/// does not change are one transaction, and hold SQLite's log back like one.
final class SnapshotLease {
    private let reader: ItemReader
    private let pool: SnapshotPool
    /// How many shares each owner has in it, by the owner's key.
    private var shares: [Int: Int] = [:]
    private var failure: StorageFailure?

    /// A lease whose transaction begins with its first read.
    init(_ reader: ItemReader, of pool: SnapshotPool) {
        self.reader = reader
        self.pool = pool
    }

    /// One more share of an owner; nil when they have shares in so many
    /// leases that this one would be too much.
    func share(of owner: Owner) -> SnapshotShare? {
        guard shares[owner.key] != nil || pool.addShare(owner.key) else { return nil }
        return SnapshotShare(in: self, of: owner)
    }

    /// Whether nobody can read in it any more.
    var hasFailed: Bool { failure != nil }

    /// Reads in the transaction. After a failure nobody does any more: it may have ended the
    /// transaction (sqlite.org/lang_transaction.html), and another one would show other items.
    func read<Value>(
        _ work: (ItemReader) throws(DatabaseError) -> Value
    ) throws(StorageFailure) -> Value {
        if let failure { throw failure }
        do throws(StorageFailure) {
            return try storing { () throws(DatabaseError) in try work(reader) }
        } catch {
            failure = error
            throw error
        }
    }

    fileprivate func addShare(_ owner: Int) {
        shares[owner, default: 0] += 1
    }

    fileprivate func removeShare(_ owner: Int) {
        let left = shares[owner, default: 1] - 1
        shares[owner] = left > 0 ? left : nil
        if left == 0 { pool.removeShare(owner) }
    }

    deinit {
        pool.release(reader)
    }
}

extension SnapshotPool {
    /// A share in a lease of its own, which comes back when nobody has a share in it any more.
    func lease(for owner: Owner) throws(StorageFailure) -> SnapshotShare {
        let reader = try acquire(for: owner.key)
        return SnapshotShare(in: SnapshotLease(reader, of: self), of: owner)
    }
}

/// What one snapshot has of a lease: it counts for its owner until it goes, and keeps the lease.
struct SnapshotShare: ~Copyable {
    let lease: SnapshotLease
    let owner: Owner

    /// A share of an owner whom the pool has counted in.
    init(in lease: SnapshotLease, of owner: Owner) {
        self.lease = lease
        self.owner = owner
        lease.addShare(owner.key)
    }

    deinit {
        lease.removeShare(owner.key)
    }
}
