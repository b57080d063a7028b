import Items

/// The snapshots of one lane, which share a lease as long as their owner's
/// items stay as they are in it; only touched there.
final class LaneSnapshots {
    private let pool: SnapshotPool
    /// The latest lease, as long as a snapshot holds it.
    private weak var latest: SnapshotLease?

    init(_ pool: SnapshotPool) {
        self.pool = pool
    }

    /// A snapshot of what is asked for as it is now, when the owner's revision says `clock`.
    ///
    /// The clock decides who may share: where it says the same, the items are the same, whoever has
    /// written meanwhile, another process included.
    func snapshot(
        _ view: SnapshotView, of owner: Owner, at revision: Int
    ) throws(StorageFailure) -> any ItemSnapshot {
        // A lease that is joined again and again would never come back.
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
