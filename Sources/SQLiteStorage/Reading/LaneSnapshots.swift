import Items

/// The snapshots of one lane, which share a lease as long as nothing is committed; only touched there.
final class LaneSnapshots {
    private let pool: SnapshotPool
    private let commits: CommitCounter
    /// The latest lease, as long as a snapshot holds it.
    private weak var latest: SnapshotLease?

    init(_ pool: SnapshotPool, _ commits: CommitCounter) {
        self.pool = pool
        self.commits = commits
    }

    /// A look at the owner's items as they are now.
    func snapshot(of owner: Owner) throws(StorageFailure) -> any ItemSnapshot {
        if let latest, latest.isCurrent(commits) {
            return try SQLiteItemSnapshot(latest, of: owner)
        }
        let lease = try pool.lease(commits)
        let snapshot = try SQLiteItemSnapshot(lease, of: owner)
        latest = lease
        return snapshot
    }
}
