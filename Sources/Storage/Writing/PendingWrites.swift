import Items

/// The writes that wait for the writer: whether another one fits, and which come next.
///
/// A bulk write runs alone, in turn with the others. The other writes of an owner stay in order,
/// and owners take turns.
struct PendingWrites {
    private let limits: WriteLimits
    private var jobs: [WriteJob] = []
    private(set) var weight = 0
    /// Each owner's share; computed when it is needed, and kept until the next batch.
    private var shares: QueueShares?
    /// Whether a bulk write comes before all others.
    private var isBulkNext = false
    /// The number of each owner's last bulk write, while some are queued.
    private var lastServed: [Int: Int] = [:]
    /// The number of bulk writes performed.
    private var servedBulkWrites = 0

    init(_ limits: WriteLimits) {
        self.limits = limits
    }

    var isEmpty: Bool { jobs.isEmpty }
    var count: Int { jobs.count }
    /// Whether there are other writes than bulk writes.
    var hasOthers: Bool { jobs.contains { !$0.isBulk } }
    var bulkOwners: some Sequence<Int> {
        jobs.lazy.filter(\.isBulk).map(\.write.owner.key)
    }

    /// Adds a write that fits.
    mutating func add(_ job: WriteJob) {
        jobs.append(job)
        weight += job.weight
        shares?.add(job)
    }

    /// Whether a write may be added: beyond the first, an owner's writes take at most as much room
    /// as is left for the others, so no owner fills the queue alone.
    mutating func hasCapacity(for job: WriteJob) -> Bool {
        // The size of a single write is limited by the request's size.
        if jobs.isEmpty { return true }
        let (free, bytes) = (limits.queuedWrites - jobs.count, limits.queuedBytes - weight)
        guard free > 0, job.weight <= bytes else { return false }
        // While at least half of the queue is free, no owner can have more than its share.
        if jobs.count < free, weight + job.weight <= bytes { return true }
        let shares = shares ?? QueueShares(jobs)
        self.shares = shares
        let own = shares[job.write.owner.key]
        return own.writes == 0 || own.writes < free && own.bytes + job.weight <= bytes
    }

    /// Takes the bulk write whose turn it is; nil when others are next.
    ///
    /// They alternate with the other work, some of which may not be writes.
    mutating func takeBulk(hasOthers: Bool, isPaused: (_ owner: Int) -> Bool) -> WriteJob? {
        shares = nil
        let bulk = nextBulk(isPaused)
        guard let bulk, isBulkNext || !hasOthers else {
            isBulkNext = true
            return nil
        }
        isBulkNext = false
        let job = jobs.remove(at: bulk)
        weight -= job.weight
        servedBulkWrites += 1
        lastServed[job.write.owner.key] = servedBulkWrites
        return job
    }

    /// The index of the bulk write whose owner was served least recently, of those not paused.
    private mutating func nextBulk(_ isPaused: (_ owner: Int) -> Bool) -> Int? {
        let bulks = jobs.indices.filter { jobs[$0].isBulk }
        if bulks.isEmpty { lastServed.removeAll() }
        return bulks.filter { !isPaused(jobs[$0].write.owner.key) }
            .min { lastServedNumber(jobs[$0]) < lastServedNumber(jobs[$1]) }
    }

    private func lastServedNumber(_ job: WriteJob) -> Int { lastServed[job.write.owner.key] ?? 0 }

    /// Takes as many other writes as fit into a batch, each owner's in order; none of an owner whose
    /// bulk write goes on.
    mutating func takeBatch(except busy: Int? = nil) -> [WriteJob] {
        shares = nil
        var waiting: [WriteJob] = []
        swap(&waiting, &jobs)
        // Fast path: the common case copies no job.
        if waiting.count <= limits.batchWrites, weight <= limits.batchBytes,
            !waiting.contains(where: { $0.isBulk || $0.write.owner.key == busy })
        {
            weight = 0
            return waiting
        }
        var taken: [WriteJob] = []
        var takenBytes = 0
        var isLeft = Array(repeating: true, count: waiting.count)
        for index in Self.roundRobin(waiting) where !waiting[index].isBulk {
            let job = waiting[index]
            guard job.write.owner.key != busy else { continue }
            let fits =
                takenBytes + job.weight <= limits.batchBytes && taken.count < limits.batchWrites
            guard taken.isEmpty || fits else { break }
            taken.append(job)
            takenBytes += job.weight
            isLeft[index] = false
        }
        jobs = zip(waiting, isLeft).filter(\.1).map(\.0)
        weight -= takenBytes
        return taken
    }

    /// The indices of the jobs, round robin by owner: an owner's backlog delays only that owner.
    private static func roundRobin(_ jobs: [WriteJob]) -> [Int] {
        var counts: [Int: Int] = [:]
        let rounds = jobs.map { job in
            let round = counts[job.write.owner.key, default: 0]
            counts[job.write.owner.key] = round + 1
            return round
        }
        return jobs.indices.sorted { (rounds[$0], $0) < (rounds[$1], $1) }
    }
}
