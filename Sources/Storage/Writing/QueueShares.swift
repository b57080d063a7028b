import Items

/// Each owner's share of the write queue.
struct QueueShares {
    /// The number and the weight of an owner's queued writes.
    struct Share {
        var writes = 0
        var bytes = 0
    }

    private var shares: [Int: Share] = [:]

    init(_ jobs: [WriteJob]) {
        for job in jobs { add(job) }
    }

    /// Counts another job.
    mutating func add(_ job: WriteJob) {
        shares[job.write.owner.key, default: Share()].writes += 1
        shares[job.write.owner.key, default: Share()].bytes += job.weight
    }

    /// The share of the owner with this key.
    subscript(owner: Int) -> Share { shares[owner] ?? Share() }
}
