import Accounts
import Items

/// The work that waits for the writer, and whether the writer is running.
///
/// `PendingWrites` decides the order of writes, `BulkPause` when bulk writes wait, and
/// `MaintenancePlan` when a maintenance step is due. Addresses and probes have no order of their own.
struct WriteQueue {
    /// The work of one pass of the writer.
    struct Work {
        var jobs: [WriteJob] = []
        var accountJobs: [AccountJob] = []
        var addresses: [GeocodeResult] = []
        var livenessProbes: [@Sendable () -> Void] = []
        /// Whether a maintenance step is due.
        var isMaintenance = false

        var isWriting: Bool { !jobs.isEmpty || !accountJobs.isEmpty || isMaintenance }
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
    private var writes: PendingWrites
    private var bulkPause = BulkPause()
    /// The keys of the requests that are queued or being written.
    private var keys: Set<KeyInUse> = []
    private var accountJobs: [AccountJob] = []
    /// Addresses to store between batches.
    private var addresses: [GeocodeResult] = []
    /// Liveness probes to call between batches.
    private var livenessProbes: [@Sendable () -> Void] = []
    var maintenance = MaintenancePlan()
    /// Whether the writer is running or was started.
    var isRunning = false
    /// Whether new jobs are refused.
    var isStopped = false

    init(_ limits: WriteLimits) {
        self.limits = limits
        writes = PendingWrites(limits)
    }

    var hasWork: Bool { !writes.isEmpty || hasOtherWork }

    private var hasOtherWork: Bool {
        !accountJobs.isEmpty || maintenance.isDue || !addresses.isEmpty || !livenessProbes.isEmpty
    }

    /// The number and the weight of the queued writes.
    var length: (writes: Int, bytes: Int) { (writes.count, writes.weight) }

    /// Adds a write, or returns the refusal.
    mutating func add(_ job: WriteJob) -> WriteFailure? {
        if isStopped { return .storage(.stopped) }
        guard writes.hasCapacity(for: job) else { return .storage(.overloaded) }
        if let key = KeyInUse(job), !keys.insert(key).inserted { return .keyInUse }
        writes.add(job)
        if !job.isBulk { bulkPause.hadOthers = true }
        return nil
    }

    /// Adds a change of accounts, or returns the refusal.
    mutating func add(_ change: AccountJob) -> StorageFailure? {
        if isStopped { return .stopped }
        guard accountJobs.count < limits.accountJobs else { return .overloaded }
        accountJobs.append(change)
        bulkPause.hadOthers = true
        return nil
    }

    /// Adds an address, or drops it when too many are queued.
    mutating func add(_ found: GeocodeResult) {
        guard !isStopped, addresses.count < limits.addresses else { return }
        addresses.append(found)
    }

    mutating func add(_ livenessProbe: @escaping @Sendable () -> Void) {
        livenessProbes.append(livenessProbe)
    }

    /// Releases the keys of these requests.
    mutating func release(_ jobs: [WriteJob]) {
        for job in jobs {
            if let key = KeyInUse(job) { keys.remove(key) }
        }
    }

    /// The work of the next pass, or nil, after which the writer is idle.
    mutating func next(at now: UInt64) -> Work? {
        let isPaused = bulkPause.holds(at: now) && !isStopped
        guard hasOtherWork || !writes.isEmpty && (writes.hasOthers || !isPaused) else {
            isRunning = false
            return nil
        }
        var work = Work(
            addresses: addresses, livenessProbes: livenessProbes, isMaintenance: maintenance.take())
        addresses = []
        livenessProbes = []
        let hasOthers = !accountJobs.isEmpty || writes.hasOthers
        if let bulk = writes.takeBulk(isPaused: isPaused, hasOthers: hasOthers) {
            bulkPause.hadOthers = hasOthers
            work.jobs = [bulk]
        } else {
            work.jobs = writes.takeBatch()
            swap(&work.accountJobs, &accountJobs)
        }
        return work
    }

    /// Pauses bulk writes for a while, if other writes arrive.
    mutating func finishBulk(began: UInt64, ended: UInt64) {
        bulkPause.begin(afterWriteFrom: began, to: ended)
    }

    /// When to start the writer for a queued bulk write; nil when none waits, or the start is
    /// planned.
    mutating func planBulk() -> UInt64? {
        guard !isRunning, !bulkPause.isPlanned, !writes.isEmpty else { return nil }
        bulkPause.isPlanned = true
        return bulkPause.end
    }

    /// Call this at the time that `planBulk` returned.
    mutating func startBulk() {
        bulkPause.isPlanned = false
    }
}
