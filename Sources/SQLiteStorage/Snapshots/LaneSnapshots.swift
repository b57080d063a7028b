import Items

/// The snapshots of one lane, which share a lease while the owner's revision is the same; only
/// touched on that lane.
final class LaneSnapshots {
    private let pool: SnapshotPool
    /// The latest lease, while a snapshot holds it.
    private weak var latest: SnapshotLease?

    init(_ pool: SnapshotPool) {
        self.pool = pool
    }

    /// A snapshot of the current items, at the owner's current revision.
    ///
    /// An equal revision means equal items, whichever process has written since. So the revision
    /// decides whether the latest lease can be shared.
    func snapshot(
        _ view: SnapshotView, of owner: Owner, at revision: Int
    ) throws(StorageFailure) -> any ItemSnapshot {
        // While the pool drains, the lease is not shared: it would never be returned.
        if let latest, !latest.hasFailed, !pool.isDraining, let share = latest.share(of: owner) {
            let shared = try SQLiteItemSnapshot(share, view)
            if shared.revision == revision { return shared }
        }
        let share = try pool.lease(for: owner)
        let lease = share.lease
        let snapshot = try SQLiteItemSnapshot(share, view)
        latest = lease
        return snapshot
    }
}
