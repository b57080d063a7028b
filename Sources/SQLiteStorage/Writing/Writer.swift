import Accounts
import Dispatch
package import Items
import Synchronization
import Telemetry

/// The one writer: while one batch commits, the next one collects.
///
/// A write that finds the writer idle starts it at once, and whatever arrives until its commit is
/// through becomes the next batch. Whoever hands a write in holds on to the writer until it is answered.
package final class Writer: @unchecked Sendable {
    // Proof: `batch` and `checkpointer` are only touched in what runs on the serial queue, and
    // nowhere else; everything else is immutable or behind the lock.

    private let batch: WriteBatch
    private let checkpointer: Checkpointer?
    private let metrics: StorageMetrics?
    /// Notifies around the replies of each batch.
    let commitObserver = CommitObserver()
    private let dispatchQueue = DispatchQueue(label: "toodoo.writer")
    /// Has the queue write what is in the queue; allocated once, where each block would be anew.
    private let starter: any DispatchSourceUserDataAdd
    private let queue: Mutex<WriteQueue>
    private let erasePause: Int

    /// A writer that writes by `batch` and looks after its log by `checkpointer`, which are its own
    /// from now on.
    init(
        batch: WriteBatch, limits: WriteLimits, checkpointer: Checkpointer? = nil,
        metrics: StorageMetrics? = nil
    ) {
        self.batch = batch
        erasePause = limits.erasePause
        queue = Mutex(WriteQueue(limits))
        self.checkpointer = checkpointer
        self.metrics = metrics
        starter = DispatchSource.makeUserDataAddSource(queue: dispatchQueue)
        // The source is the writer's own, so a handler that held on to the writer would keep both.
        starter.setEventHandler { [weak self] in self?.writeAll() }
        starter.activate()
    }

    /// Takes a write; one too many is refused at once, on this thread.
    package func submit(_ job: WriteJob) {
        guard let refusal = enqueue({ $0.add(job) }) else { return }
        if refusal == .storage(.overloaded) { metrics?.refused.add() }
        job.reply(.failure(refusal))
    }

    /// Takes a change of accounts; one too many is refused at once, on this thread.
    package func submit(_ job: AccountJob) {
        guard let refusal = enqueue({ $0.add(job) }) else { return }
        job.reply(.failure(.storage(refusal)))
    }

    /// Goes on with what is done though nobody writes, if anything is.
    package func start() {
        dispatchQueue.async { [self] in planEraseStep() }
    }

    /// How many writes wait, and what they weigh.
    var queueLength: (writes: Int, bytes: Int) {
        queue.withLock { $0.length }
    }

    /// Takes something to be remembered, between two batches; one too many
    /// is dropped, since it can be found out again.
    package func remember(_ found: GeocodeResult) {
        enqueue { $0.add(found) }
    }

    /// Calls back between two batches; while one batch hangs, nobody is.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        enqueue { $0.add(answer) }
    }

    /// Takes no more writes; `done` is called when those that were taken are answered
    /// and the log is in the database file, or with the reason why it is not.
    package func stop(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        queue.withLock { $0.isStopped = true }
        // The queue is serial: this runs after the last batch. But a write that was taken a moment
        // ago may not have reached the queue yet, so whatever still waits is done here.
        dispatchQueue.async { [self] in
            writeAll()
            do throws(StorageFailure) {
                try batch.checkpoint()
                done(nil)
            } catch {
                // Nothing is lost: the next start reads the log.
                done(error)
            }
        }
    }

    /// Writes batch after batch until nothing waits.
    private func writeAll() {
        while let work = queue.withLock({ $0.next(at: DispatchTime.now().uptimeNanoseconds) }) {
            for answer in work.livenessProbes { answer() }
            if work.isWriting { run(work) }
            // Nobody waits for this but the next batch.
            if !work.addresses.isEmpty { batch.remember(work.addresses) }
            checkpointIfNeeded()
        }
        planBulk()
    }

    /// Starts the writer again at the end of the pause of bulk writes, when one waits for that.
    private func planBulk() {
        guard let time = queue.withLock({ $0.planBulk() }) else { return }
        let deadline = DispatchTime(uptimeNanoseconds: time)
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            self?.enqueue { $0.startBulk() }
        }
    }

    private func run(_ work: WriteQueue.Work) {
        let jobs = work.jobs
        let began = DispatchTime.now().uptimeNanoseconds
        let outcomes = batch.run(jobs, work.accountJobs, isEraseStep: work.isEraseStep)
        if jobs.first?.isBulk == true {
            let ended = DispatchTime.now().uptimeNanoseconds
            queue.withLock { $0.finishBulk(began: began, ended: ended) }
        }
        // Before anyone is answered: who then sends the request again must find its record.
        if jobs.contains(where: { $0.request != nil }) { queue.withLock { $0.release(jobs) } }
        // Around all of them: who wrote comes before a thousand who listen.
        commitObserver.notify {
            for (job, outcome) in zip(work.accountJobs, outcomes.accounts) { job.reply(outcome) }
            for (job, outcome) in zip(jobs, outcomes.items) { job.reply(outcome) }
        }
        planEraseStep()
    }

    private func checkpointIfNeeded() {
        checkpointer?.checkpointIfNeeded { [self] in
            dispatchQueue.async { [self] in checkpointIfNeeded() }
        }
    }

    /// Has a little done after a pause, in the batch of whoever writes
    /// then; a failure is given a minute.
    ///
    /// The pause is for other processes, who would hardly find the database unlocked.
    private func planEraseStep() {
        let pause: Int
        switch batch.maintenanceState {
        case .done: return
        case .pending: pause = erasePause
        case .failed: pause = 60_000
        }
        let number = queue.withLock { queue -> Int? in
            if queue.isEraseStep { return nil }
            if let planned = queue.plannedEraseStep, planned.pause <= pause { return nil }
            queue.eraseSteps += 1
            queue.plannedEraseStep = (queue.eraseSteps, pause)
            return queue.eraseSteps
        }
        guard let number else { return }
        // Not on the writer's own queue, which a batch may hold until the next one is there.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(pause)) {
            [weak self] in self?.startEraseStep(number)
        }
    }

    private func startEraseStep(_ number: Int) {
        enqueue { queue in
            // An earlier one was planned instead.
            guard queue.plannedEraseStep?.number == number else { return }
            queue.plannedEraseStep = nil
            queue.isEraseStep = !queue.isStopped
        }
    }

    /// Puts something into the queue, and starts the writer when it has
    /// something to do and stands still.
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
