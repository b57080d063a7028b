import Items

/// How much of the write queue each owner has.
struct QueueShares {
    /// How many writes of one owner wait, and what they weigh.
    struct Share {
        var writes = 0
        var bytes = 0
    }

    private var shares: [Int: Share] = [:]

    /// The shares of those whose writes these are.
    init(_ jobs: [WriteJob]) {
        for job in jobs { add(job) }
    }

    /// Counts one more.
    mutating func add(_ job: WriteJob) {
        shares[job.write.owner.key, default: Share()].writes += 1
        shares[job.write.owner.key, default: Share()].bytes += job.weight
    }

    /// What the owner with this key has.
    subscript(owner: Int) -> Share { shares[owner] ?? Share() }
}
