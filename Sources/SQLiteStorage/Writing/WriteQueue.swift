import Accounts
import Items

/// What waits for the writer, in the order in which it came, and whether the writer is at work.
struct WriteQueue {
    /// What is done before the writer looks again.
    struct Work {
        var jobs: [WriteJob] = []
        var accountJobs: [AccountJob] = []
        var addresses: [GeocodeResult] = []
        var livenessProbes: [@Sendable () -> Void] = []
        /// Whether it is time for a little of what goes on though nobody writes.
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
    /// What the jobs weigh together.
    private var weight = 0
    /// How much of this each owner has; known while it matters, until the next batch.
    private var shares: QueueShares?
    /// The keys of the requests that wait or are being written.
    private var keys: Set<KeyInUse> = []
    /// Whether a write to any number of items comes before all others.
    private var isBulkNext = false
    /// Which of the writes to any number of items was the last of each owner, while some wait.
    private var lastServed: [Int: Int] = [:]
    /// How many such writes were done.
    private var servedBulkWrites = 0
    /// Until when other writes come first, in nanoseconds since the start of the machine.
    private var bulkPauseEnd: UInt64 = 0
    /// Whether other writes came since the last bulk write was taken out.
    private var hadOthers = false
    /// Whether the writer is going to be started at the end of the pause.
    private var isBulkPlanned = false
    /// Changes of accounts that wait.
    private var accountJobs: [AccountJob] = []
    /// What is to be remembered when there is nothing to write.
    private var addresses: [GeocodeResult] = []
    /// Who wants to know whether there is still somebody here.
    private var livenessProbes: [@Sendable () -> Void] = []
    /// Whether it is time for a turn.
    var isEraseStep = false
    /// The turn that is planned: its number, and in how many milliseconds it was to come.
    var plannedEraseStep: (number: Int, pause: Int)?
    /// How many were planned.
    var eraseSteps = 0
    /// Whether the writer is at work, or has been told to begin.
    var isRunning = false
    /// Whether nothing is taken any more.
    var isStopped = false

    /// A queue that is empty.
    init(_ limits: WriteLimits) {
        self.limits = limits
    }

    /// Whether there is anything to do.
    var hasWork: Bool {
        !jobs.isEmpty || !accountJobs.isEmpty || isEraseStep || !addresses.isEmpty
            || !livenessProbes.isEmpty
    }

    /// How many writes wait, and what they weigh.
    var length: (writes: Int, bytes: Int) { (jobs.count, weight) }

    /// Takes a write, or tells why not.
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

    /// Whether a write may still wait: an owner's writes take no more room than is left to the
    /// others, but for the first, so that nobody fills the queue alone.
    private mutating func hasCapacity(for job: WriteJob) -> Bool {
        // A single write is never too heavy: what one request may bring is bounded elsewhere.
        if jobs.isEmpty { return true }
        let (free, bytes) = (limits.queuedWrites - jobs.count, limits.queuedBytes - weight)
        guard free > 0, job.weight <= bytes else { return false }
        // All together leave as much as they take, and so does each.
        if jobs.count < free, weight + job.weight <= bytes { return true }
        let shares = shares ?? QueueShares(jobs)
        self.shares = shares
        let own = shares[job.write.owner.key]
        return own.writes == 0 || own.writes < free && own.bytes + job.weight <= bytes
    }

    /// Takes a change of accounts, or tells why not.
    mutating func add(_ change: AccountJob) -> StorageFailure? {
        if isStopped { return .stopped }
        guard accountJobs.count < limits.accountJobs else { return .overloaded }
        accountJobs.append(change)
        hadOthers = true
        return nil
    }

    /// Takes what is to be remembered, unless that is too much.
    mutating func add(_ found: GeocodeResult) {
        guard !isStopped, addresses.count < limits.addresses else { return }
        addresses.append(found)
    }

    /// Takes a question.
    mutating func add(_ livenessProbe: @escaping @Sendable () -> Void) {
        livenessProbes.append(livenessProbe)
    }

    /// Lets the keys of these requests be used again.
    mutating func release(_ jobs: [WriteJob]) {
        for job in jobs {
            if let key = KeyInUse(job) { keys.remove(key) }
        }
    }

    /// The next batch and what is to be remembered, or nil, and then the writer is idle.
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

    /// A bulk write was done: the next one leaves the writer to other writes for three times as long,
    /// when there are any.
    mutating func finishBulk(began: UInt64, ended: UInt64) {
        bulkPauseEnd = ended + 3 * (ended - began)
    }

    /// When the writer is to be started for a bulk write that waits for the end of the pause; nil
    /// when none does, or that was asked before.
    mutating func planBulk() -> UInt64? {
        guard !isRunning, !isBulkPlanned, !jobs.isEmpty else { return nil }
        isBulkPlanned = true
        return bulkPauseEnd
    }

    /// It is the time that `planBulk` told.
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

    /// Takes out of the queue what is done in the next batch: one write to any number of items by
    /// itself, or what else waits. They take turns, so that nobody waits for two of the former.
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

    /// Where the write to any number of items is whose owner's last turn was the longest ago.
    private mutating func nextBulk() -> Int? {
        let bulks = jobs.indices.filter { jobs[$0].isBulk }
        if bulks.isEmpty { lastServed.removeAll() }
        return bulks.min { lastServedNumber(jobs[$0]) < lastServedNumber(jobs[$1]) }
    }

    private func lastServedNumber(_ job: WriteJob) -> Int { lastServed[job.write.owner.key] ?? 0 }

    /// Takes as many jobs as may be written together, those of each owner in their order.
    private mutating func takeJobs(hasBulk: Bool) -> [WriteJob] {
        var waiting: [WriteJob] = []
        swap(&waiting, &jobs)
        // Nearly always, and then none is copied.
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

    /// Where the jobs are, everybody's first before anybody's second: who sends much waits for it alone.
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
