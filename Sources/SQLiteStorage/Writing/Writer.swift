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
    // Proof: `batch` and `wal` are only touched in what runs on the serial queue, and nowhere else;
    // everything else is immutable or behind the lock.

    private let batch: WriteBatch
    private let wal: WALKeeper?
    private let metrics: StorageMetrics?
    /// Rings around the answers of each batch.
    let bell = AnswerBell()
    private let queue = DispatchQueue(label: "toodoo.writer")
    /// Has the queue write what is in the line; allocated once, where each block would be anew.
    private let starter: any DispatchSourceUserDataAdd
    private let line: Mutex<WriteLine>
    private let turnPause: Int

    /// A writer that writes by `batch` and looks after its log by `wal`, which are its own from now
    /// on.
    init(
        batch: WriteBatch, limits: WriteLimits, wal: WALKeeper? = nil,
        metrics: StorageMetrics? = nil
    ) {
        self.batch = batch
        turnPause = limits.turnPause
        line = Mutex(WriteLine(limits))
        self.wal = wal
        self.metrics = metrics
        starter = DispatchSource.makeUserDataAddSource(queue: queue)
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
        queue.async { [self] in planTurn() }
    }

    /// How many writes wait, and what they weigh.
    var queueLength: (writes: Int, bytes: Int) {
        line.withLock { $0.length }
    }

    /// Takes something to be remembered, between two batches; one too many
    /// is dropped, since it can be found out again.
    package func remember(_ found: GeocodeResult) {
        enqueue { $0.add(found) }
    }

    /// Calls back between two batches; while one batch hangs, nobody is.
    package func ask(_ answer: @escaping @Sendable () -> Void) {
        enqueue { $0.add(answer) }
    }

    /// Takes no more writes; `done` is called when those that were taken are answered
    /// and the log is in the database file, or with the reason why it is not.
    package func stop(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        line.withLock { $0.isStopped = true }
        // The queue is serial: this runs after the last batch. But a write that was taken a moment
        // ago may not have reached the queue yet, so whatever still waits is done here.
        queue.async { [self] in
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
        while let work = line.withLock({ $0.next(at: DispatchTime.now().uptimeNanoseconds) }) {
            for answer in work.questions { answer() }
            if work.isWriting { run(work) }
            // Nobody waits for this but the next batch.
            if !work.addresses.isEmpty { batch.remember(work.addresses) }
            tendWAL()
        }
        planBulk()
    }

    /// Starts the writer again at the end of the pause of bulk writes, when one waits for that.
    private func planBulk() {
        guard let time = line.withLock({ $0.planBulk() }) else { return }
        let deadline = DispatchTime(uptimeNanoseconds: time)
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in
            self?.enqueue { $0.startBulk() }
        }
    }

    private func run(_ work: WriteLine.Work) {
        let jobs = work.jobs
        let began = DispatchTime.now().uptimeNanoseconds
        let outcomes = batch.run(jobs, work.changes, isTurn: work.isTurn)
        if jobs.first?.isBulk == true {
            let ended = DispatchTime.now().uptimeNanoseconds
            line.withLock { $0.finishBulk(began: began, ended: ended) }
        }
        // Before anyone is answered: who then sends the request again must find its record.
        if jobs.contains(where: { $0.request != nil }) { line.withLock { $0.release(jobs) } }
        // Around all of them: who wrote comes before a thousand who listen.
        bell.ring {
            for (job, outcome) in zip(work.changes, outcomes.accounts) { job.reply(outcome) }
            for (job, outcome) in zip(jobs, outcomes.items) { job.reply(outcome) }
        }
        planTurn()
    }

    private func tendWAL() {
        wal?.tend { [self] in queue.async { [self] in tendWAL() } }
    }

    /// Has a little done after a pause, in the batch of whoever writes
    /// then; a failure is given a minute.
    ///
    /// The pause is for other processes, who would hardly find the database unlocked.
    private func planTurn() {
        let pause: Int
        switch batch.remainder {
        case .done: return
        case .goesOn: pause = turnPause
        case .failed: pause = 60_000
        }
        let number = line.withLock { line -> Int? in
            if line.isTurn { return nil }
            if let planned = line.plannedTurn, planned.pause <= pause { return nil }
            line.turns += 1
            line.plannedTurn = (line.turns, pause)
            return line.turns
        }
        guard let number else { return }
        // Not on the writer's own queue, which a batch may hold until the next one is there.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(pause)) {
            [weak self] in self?.takeTurn(number)
        }
    }

    private func takeTurn(_ number: Int) {
        enqueue { line in
            // An earlier one was planned instead.
            guard line.plannedTurn?.number == number else { return }
            line.plannedTurn = nil
            line.isTurn = !line.isStopped
        }
    }

    /// Puts something into the line, and starts the writer when it has
    /// something to do and stands still.
    private func enqueue<Refusal>(_ add: (inout WriteLine) -> Refusal) -> Refusal {
        let (refusal, starts) = line.withLock { line in
            let refusal = add(&line)
            let starts = !line.isRunning && line.hasWork
            if starts { line.isRunning = true }
            return (refusal, starts)
        }
        if starts { starter.add(data: 1) }
        return refusal
    }
}
