import Accounts
import Dispatch
package import Items
import Synchronization
import Telemetry

/// The one writer: while one batch commits, the next one collects.
///
/// No write waits for a timer or for company: one that finds the writer idle starts it at once, and
/// whatever arrives until its commit is through becomes the next batch.
package final class Writer: @unchecked Sendable {
    // Proof: `batch`, `log` and `spell` are only touched in what runs on the serial
    // queue, and nowhere else; everything else is immutable or behind the lock.

    private struct State {
        var jobs: [WriteJob] = []
        /// What the jobs weigh together.
        var weight = 0
        /// The keys of the requests that wait or are being written.
        var keys: Set<KeyInUse> = []
        /// Changes of accounts that wait.
        var changes: [AccountJob] = []
        /// What is to be remembered when there is nothing to write.
        var addresses: [FoundAddress] = []
        /// Whether it is time to erase a little of who has left.
        var erases = false
        /// Whether that time will come by itself.
        var willErase = false
        /// Who wants to know whether there is still somebody here.
        var questions: [@Sendable () -> Void] = []
        var isRunning = false
        var isStopped = false

        var hasWork: Bool {
            !jobs.isEmpty || !changes.isEmpty || erases || !addresses.isEmpty || !questions.isEmpty
        }
    }

    private struct KeyInUse: Hashable {
        let owner: Int
        let key: RequestKey

        init?(_ job: WriteJob) {
            guard let request = job.request else { return nil }
            owner = job.write.owner.key
            key = request.key
        }
    }

    private let batch: WriteBatch
    private let wal: WALKeeper?
    private let figures: StorageFigures?
    private let spell: Spell
    /// Rings around the answers of each batch.
    let bell = AnswerBell()
    private let queue = DispatchQueue(label: "toodoo.writer")
    private let state = Mutex(State())
    private let limits: Limits

    /// How much waits, and how much is written at once.
    package struct Limits: Sendable {
        package var waiting = 4_096
        package var waitingBytes = 64 << 20
        package var together = 512
        package var togetherBytes = 8 << 20
        package var addresses = 256
        package var changes = 1_024
        /// For how many milliseconds nothing is erased when something was.
        package var erasingPause = 10

        /// The defaults.
        package init() {}
    }

    /// A writer that writes by `batch`, looks after its log and gives way by
    /// `spell`, which nobody else touches from now on.
    init(
        batch: WriteBatch, limits: Limits, wal: WALKeeper? = nil, figures: StorageFigures? = nil,
        spell: Spell = Spell()
    ) {
        self.batch = batch
        self.limits = limits
        self.wal = wal
        self.figures = figures
        self.spell = spell
    }

    /// Takes a write; one too many is refused at once, on this thread.
    package func submit(_ job: WriteJob) {
        let refusal = enqueue { state -> WriteFailure? in
            if state.isStopped { return .storage(.stopped) }
            // A single write is never too heavy: what one request may bring is bounded elsewhere.
            let isFull =
                state.jobs.count >= limits.waiting
                || !state.jobs.isEmpty && state.weight + job.weight > limits.waitingBytes
            guard !isFull else {
                figures?.refused.add()
                return .storage(.overloaded)
            }
            if let key = KeyInUse(job), !state.keys.insert(key).inserted { return .keyInUse }
            state.jobs.append(job)
            state.weight += job.weight
            return nil
        }
        if let refusal { job.reply(.failure(refusal)) }
    }

    /// Takes a change of accounts; one too many is refused at once, on this thread.
    package func submit(_ job: AccountJob) {
        let refusal = enqueue { state -> StorageFailure? in
            if state.isStopped { return .stopped }
            guard state.changes.count < limits.changes else { return .overloaded }
            state.changes.append(job)
            return nil
        }
        if let refusal { job.reply(.failure(.storage(refusal))) }
    }

    /// Goes on with erasing what is left of owners who have left, if anything is.
    package func start() {
        queue.async { [self] in planErasing() }
    }

    /// How many writes wait, and what they weigh.
    var queueLength: (writes: Int, bytes: Int) {
        state.withLock { ($0.jobs.count, $0.weight) }
    }

    /// Takes something to be remembered, between two batches; one too many
    /// is dropped, since it can be found out again.
    package func remember(_ found: FoundAddress) {
        enqueue { state in
            guard !state.isStopped, state.addresses.count < limits.addresses else { return }
            state.addresses.append(found)
        }
    }

    /// Calls back between two batches; while one batch hangs, nobody is.
    package func ask(_ answer: @escaping @Sendable () -> Void) {
        enqueue { $0.questions.append(answer) }
    }

    /// Takes no more writes; `done` is called when those that were taken are answered
    /// and the log is in the database file, or with the reason why it is not.
    package func stop(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        state.withLock { $0.isStopped = true }
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
        while let work = next() {
            for answer in work.questions { answer() }
            // What was done before has waited for the disk.
            spell.begin()
            if work.isWriting { run(work) }
            // Nobody waits for this but the next batch.
            if !work.addresses.isEmpty { batch.remember(work.addresses) }
            tendWAL()
            // Where cores are few, the answers and what they lead to come
            // before the next batch. With nobody else to run, this is no pause.
            if queueLength.writes > 0 { spell.giveWay() }
        }
    }

    private func run(_ work: Work) {
        let outcomes = batch.run(work.jobs, work.changes, erasing: work.erases)
        // Before anyone is answered: who then sends the request again must find its record.
        let keys = work.jobs.compactMap { KeyInUse($0) }
        if !keys.isEmpty { state.withLock { $0.keys.subtract(keys) } }
        // Around all of them: who wrote comes before a thousand who listen.
        bell.ring {
            for (job, outcome) in zip(work.changes, outcomes.accounts) { job.reply(outcome) }
            for (job, outcome) in zip(work.jobs, outcomes.items) { job.reply(outcome) }
        }
        planErasing()
    }

    private func tendWAL() {
        wal?.tend { [self] in queue.async { [self] in tendWAL() } }
    }

    /// Has a little erased after a pause, in the batch of whoever writes
    /// then; a failure is given a minute.
    ///
    /// The pause is for other processes, who would hardly find the database unlocked.
    private func planErasing() {
        let pause: Int
        switch batch.erasure {
        case .done: return
        case .goesOn: pause = limits.erasingPause
        case .failed: pause = 60_000
        }
        let isPlanned = state.withLock { state in
            guard !state.willErase, !state.erases else { return true }
            state.willErase = true
            return false
        }
        guard !isPlanned else { return }
        // Not on the writer's own queue, which a batch may hold until the next one is there.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(pause)) {
            [weak self] in self?.erase()
        }
    }

    private func erase() {
        enqueue { state in
            state.willErase = false
            state.erases = !state.isStopped
        }
    }

    /// Puts something into the line, and starts the writer when it has
    /// something to do and stands still.
    private func enqueue<Refusal>(_ add: (inout State) -> Refusal) -> Refusal {
        let (refusal, starts) = state.withLock { state in
            let refusal = add(&state)
            let starts = !state.isRunning && state.hasWork
            if starts { state.isRunning = true }
            return (refusal, starts)
        }
        if starts { queue.async { [self] in writeAll() } }
        return refusal
    }

    /// What is done before the writer looks again.
    private struct Work {
        var jobs: [WriteJob] = []
        var changes: [AccountJob] = []
        var addresses: [FoundAddress] = []
        var questions: [@Sendable () -> Void] = []
        var erases = false

        var isWriting: Bool { !jobs.isEmpty || !changes.isEmpty || erases }
    }

    /// Takes the jobs of the next batch out of the line: as many as may be
    /// written together, in their order, but only one to any number of items,
    /// or who asks for many of these would keep everybody else waiting.
    private func takeJobs(_ state: inout State) -> [WriteJob] {
        var jobs: [WriteJob] = []
        swap(&jobs, &state.jobs)
        let isWhole = jobs.count <= limits.together && state.weight <= limits.togetherBytes
        // Nearly always, and then none is copied.
        if isWhole, jobs.count(where: \.isBulk) <= 1 {
            state.weight = 0
            return jobs
        }
        var taken: [WriteJob] = []
        var weight = 0
        var isFull = false
        var hasBulk = false
        for job in jobs {
            let fits = weight + job.weight <= limits.togetherBytes && taken.count < limits.together
            if !taken.isEmpty, !fits { isFull = true }
            if isFull || hasBulk && job.isBulk {
                state.jobs.append(job)
            } else {
                taken.append(job)
                weight += job.weight
                hasBulk = hasBulk || job.isBulk
            }
        }
        state.weight -= weight
        return taken
    }

    /// The next batch and what is to be remembered, or nil, and then the writer is idle.
    private func next() -> Work? {
        state.withLock { state in
            var work = Work(
                changes: state.changes, addresses: state.addresses, questions: state.questions,
                erases: state.erases)
            guard state.hasWork else {
                state.isRunning = false
                return nil
            }
            state.changes = []
            state.addresses = []
            state.erases = false
            state.questions = []
            work.jobs = takeJobs(&state)
            return work
        }
    }
}
