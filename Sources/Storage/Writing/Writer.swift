import Accounts
import Dispatch
package import Items
import Synchronization
import Telemetry

/// The one writer: while a batch commits, jobs for the next one collect.
///
/// A write that finds the writer idle starts it at once. What arrives until its commit is done is
/// the next batch. Callers keep the writer alive until their job is answered.
package final class Writer: @unchecked Sendable {
    // Proof: `batch`, `bulkWriter` and `upkeep` are only touched on the serial queue; all else is immutable
    // or behind the lock.

    private let batch: any BatchWriter
    /// Performs bulk writes, between whose parts `batch` goes on.
    private let bulkWriter: (any BulkWriter)?
    private let upkeep: (any WriterUpkeep)?
    let metrics: WriterMetrics?
    /// Sent with the replies of each batch.
    package let revisionSignal = RevisionSignal()
    private let dispatchQueue = DispatchQueue(label: "toodoo.writer")
    /// Runs `writeAll` on the queue; allocated once, whereas each `async` block would be allocated.
    private let starter: any DispatchSourceUserDataAdd
    private let queue: Mutex<WriteQueue>
    private let livenessProbes: LivenessProbes
    private let limits: WriteLimits

    /// A writer that owns `batch`, `bulkWriter` and `upkeep` from now on. Both writers answer the
    /// probes of `batch`.
    package init(
        batch: any BatchWriter, bulkWriter: (any BulkWriter)? = nil, limits: WriteLimits,
        upkeep: (any WriterUpkeep)? = nil, metrics: WriterMetrics? = nil
    ) {
        precondition(
            bulkWriter.map { $0.livenessProbes === batch.livenessProbes } ?? true,
            "one writer's probes would wait")
        self.batch = batch
        self.bulkWriter = bulkWriter
        livenessProbes = batch.livenessProbes
        self.limits = limits
        queue = Mutex(WriteQueue(limits))
        self.upkeep = upkeep
        self.metrics = metrics
        starter = DispatchSource.makeUserDataAddSource(queue: dispatchQueue)
        // Weak, because the writer owns the source.
        starter.setEventHandler { [weak self] in self?.writeAll() }
        starter.activate()
    }

    /// Queues a write; over the limit it is refused at once, on this thread.
    package func submit(_ job: WriteJob) {
        guard let refusal = enqueue({ $0.add(job) }) else { return }
        if refusal == .storage(.overloaded) { metrics?.refused.add() }
        job.reply(.failure(refusal))
    }

    /// Queues a change of accounts; over the limit it is refused at once, on this thread.
    package func submit(_ job: AccountJob) {
        guard let refusal = enqueue({ $0.add(job) }) else { return }
        job.reply(.failure(.storage(refusal)))
    }

    /// Starts the maintenance that needs no writes.
    package func start() {
        dispatchQueue.sync { planMaintenanceStep() }
    }

    /// The number and the weight of the queued writes.
    package var queueLength: (writes: Int, bytes: Int) {
        queue.withLock { $0.length }
    }

    /// Queues an address to store between two batches; over the limit it is dropped, because it can
    /// be looked up again.
    package func store(_ found: GeocodeResult) {
        enqueue { $0.add(found) }
    }

    /// Calls back between two batches, or when a batch makes progress, so not while one hangs.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        livenessProbes.add(answer)
        enqueue { $0.probe() }
    }

    /// Refuses new writes; calls `done` when the accepted ones are answered and the batch
    /// writer is closed, or with the reason why it is not.
    package func stop(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        queue.withLock { $0.isStopped = true }
        // The queue is serial, so this runs after the current batch. Jobs for which the source has
        // not fired yet are written here.
        dispatchQueue.async { [self] in
            writeAll()
            upkeep?.close()
            // Nothing is lost if this fails: what was answered is committed.
            let failure = Self.close(batch)
            let bulkFailure = bulkWriter.flatMap { Self.close($0) }
            done(failure ?? bulkFailure)
        }
    }

    private static func close(_ writer: any BatchWriter) -> StorageFailure? {
        do throws(StorageFailure) {
            try writer.close()
            return nil
        } catch {
            return error
        }
    }

    /// Writes batches until the queue is empty.
    private func writeAll() {
        while let work = queue.withLock({ $0.next(at: DispatchTime.now().uptimeNanoseconds) }) {
            livenessProbes.answer()
            if work.isWriting { run(work) }
            // Addresses come after the replies, so they delay only the next batch.
            if !work.addresses.isEmpty { batch.store(work.addresses) }
            runUpkeep()
        }
        planBulk()
    }

    /// Starts the writer at the end of the pause for bulk writes, if one is queued.
    private func planBulk() {
        guard let time = queue.withLock({ $0.planBulk() }) else { return }
        let deadline = DispatchTime(uptimeNanoseconds: time)
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            self?.enqueue { $0.startBulk(at: time) }
        }
    }

    private func run(_ work: WriteQueue.Work) {
        guard let bulk = work.jobs.first, bulk.isBulk else {
            let outcomes = batch.run(
                work.jobs, work.accountJobs, isMaintenance: work.isMaintenance)
            return reply(to: work, outcomes)
        }
        let began = DispatchTime.now().uptimeNanoseconds
        let outcomes = runBulk(work, of: bulk.write.owner.key)
        let ended = DispatchTime.now().uptimeNanoseconds
        queue.withLock { $0.finishBulk(of: bulk.write.owner.key, began: began, ended: ended) }
        reply(to: work, outcomes)
    }

    /// Performs a bulk write; other owners' writes go on between its parts, if the storage can do
    /// that.
    private func runBulk(_ work: WriteQueue.Work, of owner: Int) -> BatchOutcomes {
        guard let bulkWriter else {
            return batch.run(work.jobs, [], isMaintenance: work.isMaintenance)
        }
        if work.isMaintenance {
            _ = batch.run([], [], isMaintenance: true)
            batch.maintain()
        }
        bulkWriter.meanwhile = { [self] in
            guard let work = queue.withLock({ $0.nextBeside(bulkOf: owner) }) else { return }
            run(work)
        }
        defer { bulkWriter.meanwhile = nil }
        return bulkWriter.run(work.jobs, [], isMaintenance: false)
    }

    private func reply(to work: WriteQueue.Work, _ outcomes: BatchOutcomes) {
        // Before the replies: a client that repeats the request then must find its record.
        if work.jobs.contains(where: { $0.request != nil }) {
            queue.withLock { queue in
                for (job, outcome) in zip(work.jobs, outcomes.items) where !outcome.isTooLarge {
                    queue.release(job)
                }
            }
        }
        revisionSignal.send {
            for (job, outcome) in zip(work.accountJobs, outcomes.accounts) { job.reply(outcome) }
            for (job, outcome) in zip(work.jobs, outcomes.items) {
                if outcome.isTooLarge {
                    queue.withLock { $0.addAsBulk(job) }
                } else {
                    job.reply(outcome)
                }
            }
        }
        batch.maintain()
        planMaintenanceStep()
    }

    private func runUpkeep() {
        upkeep?.runIfNeeded { [self] in
            dispatchQueue.async { [self] in runUpkeep() }
        }
    }

    /// Plans the next maintenance step: after a pause, or a minute after a failure. It becomes part
    /// of the next batch. While nothing is pending, a step an hour deletes what has expired.
    ///
    /// The pause lets other processes get the database's lock.
    private func planMaintenanceStep() {
        let pause: Int
        switch batch.maintenanceState {
        case .done: pause = limits.idlePause
        case .pending: pause = limits.erasePause
        case .failed: pause = 60_000
        }
        let number = queue.withLock { $0.maintenance.plan(after: pause) }
        guard let number else { return }
        // Not on the writer's queue, which a batch may block.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(pause)) {
            [weak self] in self?.startMaintenanceStep(number)
        }
    }

    private func startMaintenanceStep(_ number: Int) {
        enqueue { $0.maintenance.begin(number, isStopped: $0.isStopped) }
    }

    /// Adds to the queue, and starts the writer if it is idle and has work.
    private func enqueue<Refusal>(_ add: (inout WriteQueue) -> Refusal) -> Refusal {
        let (refusal, starts) = queue.withLock { queue in
            let refusal = add(&queue)
            let starts = !queue.isRunning && queue.hasWork
            if starts { queue.isRunning = true }
            return (refusal, starts)
        }
        if starts { starter.add(data: 1) }
        return refusal
    }
}

extension Result<WriteOutcome, WriteFailure> {
    /// Whether the job is to be queued again, as a bulk write.
    fileprivate var isTooLarge: Bool {
        if case .failure(.tooManyEffects) = self { return true }
        return false
    }
}
