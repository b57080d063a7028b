import Items
import SQLite

/// A connection of the pool with one read transaction, until the last snapshot releases it.
///
/// Snapshots of one lane that see the same items share it. So a thousand slow readers of an
/// unchanged list hold one transaction, and block the log's checkpoint like one.
final class SnapshotLease {
    private let reader: ItemReader
    private let pool: SnapshotPool
    /// The number of shares of each owner, by the owner's key.
    private var shares: [Int: Int] = [:]
    private var failure: StorageFailure?

    /// A lease whose transaction begins with its first read.
    init(_ reader: ItemReader, of pool: SnapshotPool) {
        self.reader = reader
        self.pool = pool
    }

    /// Adds a share for an owner; nil when the owner has shares in too many leases.
    func share(of owner: Owner) -> SnapshotShare? {
        guard shares[owner.key] != nil || pool.addShare(owner.key) else { return nil }
        return SnapshotShare(in: self, of: owner)
    }

    /// Whether a read has failed, so that the lease is unusable.
    var hasFailed: Bool { failure != nil }

    /// Reads in the transaction. After a failure every read fails: the failure may have ended the
    /// transaction (sqlite.org/lang_transaction.html), and a new one would show other items.
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
    /// A share in a new lease, which is returned with its last share.
    func lease(for owner: Owner) throws(StorageFailure) -> SnapshotShare {
        let reader = try acquire(for: owner.key)
        return SnapshotShare(in: SnapshotLease(reader, of: self), of: owner)
    }
}

/// The share of one snapshot in a lease; it counts for its owner and keeps the lease.
struct SnapshotShare: ~Copyable {
    let lease: SnapshotLease
    let owner: Owner

    /// A share of an owner that the pool has counted.
    init(in lease: SnapshotLease, of owner: Owner) {
        self.lease = lease
        self.owner = owner
        lease.addShare(owner.key)
    }

    deinit {
        lease.removeShare(owner.key)
    }
}
