import Accounts
import Items

/// The work that waits for the writer, and whether the writer is running.
///
/// `PendingWrites` decides the order of writes, `BulkPauses` when bulk writes wait, and
/// `MaintenancePlan` when a maintenance step is due. Addresses have no order of their own.
struct WriteQueue {
    /// The work of one pass of the writer.
    struct Work {
        var jobs: [WriteJob] = []
        var accountJobs: [AccountJob] = []
        var addresses: [GeocodeResult] = []
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
    private var bulkPauses = BulkPauses()
    /// The keys of the requests that are queued or being written.
    private var keys: Set<KeyInUse> = []
    private var accountJobs: [AccountJob] = []
    /// Addresses to store between batches.
    private var addresses: [GeocodeResult] = []
    /// Whether the writer must make a pass to answer liveness probes.
    private var isProbed = false
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
        !accountJobs.isEmpty || maintenance.isDue || !addresses.isEmpty || isProbed
    }

    var length: (writes: Int, bytes: Int) { (writes.count, writes.weight) }

    /// Adds a write, or returns the refusal.
    mutating func add(_ job: WriteJob) -> WriteFailure? {
        if isStopped { return .storage(.stopped) }
        guard writes.hasCapacity(for: job) else { return .storage(.overloaded) }
        if let key = KeyInUse(job), !keys.insert(key).inserted { return .keyInUse }
        writes.add(job)
        if !job.isBulk { bulkPauses.noteOther() }
        return nil
    }

    /// Adds a change of accounts, or returns the refusal.
    mutating func add(_ change: AccountJob) -> StorageFailure? {
        if isStopped { return .stopped }
        guard accountJobs.count < limits.accountJobs else { return .overloaded }
        accountJobs.append(change)
        bulkPauses.noteOther()
        return nil
    }

    /// Adds an address, or drops it when too many are queued.
    mutating func add(_ found: GeocodeResult) {
        guard !isStopped, addresses.count < limits.addresses else { return }
        addresses.append(found)
    }

    /// Makes the writer pass, if it is idle.
    mutating func probe() {
        isProbed = true
    }

    /// Adds a job again that turned out to be a bulk write. Its room and its key were not taken
    /// twice, and it is accepted already, so it is never refused.
    mutating func addAsBulk(_ job: WriteJob) {
        writes.add(WriteJob(asBulk: job))
    }

    /// Releases the key of a request.
    mutating func release(_ job: WriteJob) {
        if let key = KeyInUse(job) { keys.remove(key) }
    }

    /// The work of the next pass, or nil, after which the writer is idle.
    mutating func next(at now: UInt64) -> Work? {
        let isPaused = { [bulkPauses, isStopped] owner in
            !isStopped && bulkPauses.hold(owner, at: now)
        }
        guard
            hasOtherWork || writes.hasOthers || writes.bulkOwners.contains(where: { !isPaused($0) })
        else {
            isRunning = false
            return nil
        }
        var work = Work(addresses: addresses, isMaintenance: maintenance.take())
        addresses = []
        isProbed = false
        let hasOthers = !accountJobs.isEmpty || writes.hasOthers
        if let bulk = writes.takeBulk(hasOthers: hasOthers, isPaused: isPaused) {
            bulkPauses.take(of: bulk.write.owner.key, hasOthers: hasOthers, at: now)
            work.jobs = [bulk]
        } else {
            work.jobs = writes.takeBatch()
            swap(&work.accountJobs, &accountJobs)
        }
        return work
    }

    /// Work of other owners than this one, whose bulk write goes on; nil without any.
    mutating func nextBeside(bulkOf owner: Int) -> Work? {
        guard !accountJobs.isEmpty || writes.hasOthers else { return nil }
        var work = Work()
        work.jobs = writes.takeBatch(except: owner)
        work.accountJobs = accountJobs.filter { !$0.write.needs(owner) }
        accountJobs.removeAll { !$0.write.needs(owner) }
        return work.isWriting ? work : nil
    }

    /// Pauses the bulk writes of an owner for a while, if other writes arrive.
    mutating func finishBulk(of owner: Int, began: UInt64, ended: UInt64) {
        bulkPauses.begin(of: owner, afterWriteFrom: began, to: ended)
    }

    /// When to start the writer for a queued bulk write; nil when none waits, or a start is
    /// planned by then.
    mutating func planBulk() -> UInt64? {
        isRunning ? nil : bulkPauses.plan(for: writes.bulkOwners)
    }

    /// Call this at the time that `planBulk` returned.
    mutating func startBulk(at time: UInt64) {
        bulkPauses.start(at: time)
    }
}

extension AccountWrite {
    /// Whether the change may wait for the row of the owner with this key.
    fileprivate func needs(_ owner: Int) -> Bool {
        switch self {
        case .add(let account), .enrol(let account):
            account.adoptsLocalItems && owner == Owner.localKey
        case .remove(let own, expectedHash: _), .rehash(let own, from: _, to: _),
            .setPassword(let own, to: _), .revokeAll(let own), .change(let own, _),
            .signOut(_, of: let own), .revokeHandle(_, of: let own):
            own.key == owner
        case .addToken(let token): token.owner.key == owner
        case .touch, .offerSetup: false
        case .reminders(let write): write.needs(owner)
        }
    }
}

extension ReminderWrite {
    fileprivate func needs(_ owner: Int) -> Bool {
        switch self {
        case .subscribe(let new): new.owner.key == owner
        case .unsubscribe(_, of: let own): own.key == owner
        case .start, .find, .claim, .exchange: false
        }
    }
}
