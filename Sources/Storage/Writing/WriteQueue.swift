import Accounts
import Items

/// The jobs that wait for the writer, in order of arrival, and whether the writer is running.
struct WriteQueue {
    /// The work of one pass of the writer.
    struct Work {
        var jobs: [WriteJob] = []
        var accountJobs: [AccountJob] = []
        var addresses: [GeocodeResult] = []
        var livenessProbes: [@Sendable () -> Void] = []
        /// Whether an erase step is due.
        var isEraseStep = false

        var isWriting: Bool { !jobs.isEmpty || !accountJobs.isEmpty || isEraseStep }
    }

    private struct KeyInUse: Hashable {
        let owner: Int
        let key: IdempotencyKey

        init?(_ job: WriteJob) {
            guard let request = job.request else { return nil }
            owner = job.write.owner.key
            key = request.key
        }
    }

    private let limits: WriteLimits
    private var jobs: [WriteJob] = []
    /// The weight of all queued jobs.
    private var weight = 0
    /// Each owner's share of the queue; computed when it is needed, and kept until the next batch.
    private var shares: QueueShares?
    /// The keys of the requests that are queued or being written.
    private var keys: Set<KeyInUse> = []
    /// Whether a bulk write comes before all others.
    private var isBulkNext = false
    /// The number of each owner's last bulk write, while some are queued.
    private var lastServed: [Int: Int] = [:]
    /// The number of bulk writes performed.
    private var servedBulkWrites = 0
    /// The end of the pause for bulk writes, in nanoseconds since boot.
    private var bulkPauseEnd: UInt64 = 0
    /// Whether other writes arrived since the last bulk write was taken.
    private var hadOthers = false
    /// Whether the writer will be started at the end of the pause.
    private var isBulkPlanned = false
    private var accountJobs: [AccountJob] = []
    /// Addresses to store between batches.
    private var addresses: [GeocodeResult] = []
    /// Liveness probes to call between batches.
    private var livenessProbes: [@Sendable () -> Void] = []
    /// Whether an erase step is due.
    var isEraseStep = false
    /// The number and the pause in milliseconds of the planned erase step.
    var plannedEraseStep: (number: Int, pause: Int)?
    /// The number of erase steps planned so far.
    var eraseSteps = 0
    /// Whether the writer is running or was started.
    var isRunning = false
    /// Whether new jobs are refused.
    var isStopped = false

    /// A queue that is empty.
    init(_ limits: WriteLimits) {
        self.limits = limits
    }

    /// Whether the queue has work.
    var hasWork: Bool {
        !jobs.isEmpty || !accountJobs.isEmpty || isEraseStep || !addresses.isEmpty
            || !livenessProbes.isEmpty
    }

    /// The number and the weight of the queued writes.
    var length: (writes: Int, bytes: Int) { (jobs.count, weight) }

    /// Adds a write, or returns the refusal.
    mutating func add(_ job: WriteJob) -> WriteFailure? {
        if isStopped { return .storage(.stopped) }
        guard hasCapacity(for: job) else { return .storage(.overloaded) }
        if let key = KeyInUse(job), !keys.insert(key).inserted { return .keyInUse }
        jobs.append(job)
        weight += job.weight
        shares?.add(job)
        if !job.isBulk { hadOthers = true }
        return nil
    }

    /// Whether a write may be queued: beyond the first, an owner's writes may take no more than is
    /// left to the others, so no owner fills the queue alone.
    private mutating func hasCapacity(for job: WriteJob) -> Bool {
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

    /// Adds a change of accounts, or returns the refusal.
    mutating func add(_ change: AccountJob) -> StorageFailure? {
        if isStopped { return .stopped }
        guard accountJobs.count < limits.accountJobs else { return .overloaded }
        accountJobs.append(change)
        hadOthers = true
        return nil
    }

    /// Adds an address, or drops it when too many are queued.
    mutating func add(_ found: GeocodeResult) {
        guard !isStopped, addresses.count < limits.addresses else { return }
        addresses.append(found)
    }

    /// Adds a liveness probe.
    mutating func add(_ livenessProbe: @escaping @Sendable () -> Void) {
        livenessProbes.append(livenessProbe)
    }

    /// Releases the keys of these requests.
    mutating func release(_ jobs: [WriteJob]) {
        for job in jobs {
            if let key = KeyInUse(job) { keys.remove(key) }
        }
    }

    /// The work of the next pass, or nil, and then the writer is idle.
    mutating func next(at now: UInt64) -> Work? {
        guard hasWork(at: now) else {
            isRunning = false
            return nil
        }
        var work = Work(
            addresses: addresses, livenessProbes: livenessProbes, isEraseStep: isEraseStep)
        addresses = []
        livenessProbes = []
        isEraseStep = false
        (work.jobs, work.accountJobs) = takeBatch(now)
        return work
    }

    /// Pauses bulk writes for three times the duration of the last one, while other writes arrive.
    mutating func finishBulk(began: UInt64, ended: UInt64) {
        bulkPauseEnd = ended + 3 * (ended - began)
    }

    /// When to start the writer for a queued bulk write; nil when none waits, or the start is
    /// planned.
    mutating func planBulk() -> UInt64? {
        guard !isRunning, !isBulkPlanned, !jobs.isEmpty else { return nil }
        isBulkPlanned = true
        return bulkPauseEnd
    }

    /// Call this at the time that `planBulk` returned.
    mutating func startBulk() {
        isBulkPlanned = false
    }

    private func isBulkPaused(_ now: UInt64) -> Bool {
        hadOthers && now < bulkPauseEnd && !isStopped
    }

    private func hasWork(at now: UInt64) -> Bool {
        guard hasWork else { return false }
        let isBulkAlone =
            accountJobs.isEmpty && !isEraseStep && addresses.isEmpty && livenessProbes.isEmpty
            && jobs.allSatisfy(\.isBulk)
        return !isBulkAlone || !isBulkPaused(now)
    }

    /// Takes the jobs of the next batch: one bulk write by itself, or other jobs. They alternate,
    /// so other jobs wait for at most one bulk write.
    private mutating func takeBatch(_ now: UInt64) -> (jobs: [WriteJob], accountJobs: [AccountJob])
    {
        shares = nil
        let bulk = nextBulk()
        let hasOthers = !accountJobs.isEmpty || jobs.contains { !$0.isBulk }
        let isBulk = bulk != nil && !isBulkPaused(now) && (isBulkNext || !hasOthers)
        isBulkNext = !isBulk
        if isBulk, let bulk {
            let job = jobs.remove(at: bulk)
            weight -= job.weight
            servedBulkWrites += 1
            lastServed[job.write.owner.key] = servedBulkWrites
            hadOthers = hasOthers
            return ([job], [])
        }
        var accountJobs: [AccountJob] = []
        swap(&accountJobs, &self.accountJobs)
        return (takeJobs(hasBulk: bulk != nil), accountJobs)
    }

    /// The index of the bulk write whose owner was served least recently.
    private mutating func nextBulk() -> Int? {
        let bulks = jobs.indices.filter { jobs[$0].isBulk }
        if bulks.isEmpty { lastServed.removeAll() }
        return bulks.min { lastServedNumber(jobs[$0]) < lastServedNumber(jobs[$1]) }
    }

    private func lastServedNumber(_ job: WriteJob) -> Int { lastServed[job.write.owner.key] ?? 0 }

    /// Takes as many jobs as fit into a batch, each owner's in order.
    private mutating func takeJobs(hasBulk: Bool) -> [WriteJob] {
        var waiting: [WriteJob] = []
        swap(&waiting, &jobs)
        // Fast path: the common case copies no job.
        if !hasBulk, waiting.count <= limits.batchWrites, weight <= limits.batchBytes {
            weight = 0
            return waiting
        }
        var taken: [WriteJob] = []
        var takenBytes = 0
        var isLeft = Array(repeating: true, count: waiting.count)
        for index in Self.roundRobin(waiting) where !waiting[index].isBulk {
            let job = waiting[index]
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
