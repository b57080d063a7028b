import Dispatch
package import Items
import Synchronization

/// The one writer: while one batch commits, the next one collects.
///
/// There is no timer and no waiting for company: a write that finds the writer idle starts it at
/// once, and whatever arrives until its commit is through becomes the next batch.
package final class Writer: @unchecked Sendable {
    // Proof: `batch` and `log` are only touched in what runs on the serial queue, and nowhere else;
    // everything else is immutable or behind the lock.

    private struct State {
        var jobs: [WriteJob] = []
        /// What the jobs weigh together.
        var weight = 0
        /// The keys of the requests that wait or are being written.
        var keys: Set<KeyInUse> = []
        /// What is to be remembered when there is nothing to write.
        var addresses: [FoundAddress] = []
        var isRunning = false
        var isStopped = false
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
    private let log: LogKeeper?
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

        /// The defaults.
        package init() {}
    }

    /// A writer that writes by `batch` and looks after its log, which nobody else touches from now on.
    package init(batch: WriteBatch, limits: Limits, log: LogKeeper? = nil) {
        self.batch = batch
        self.limits = limits
        self.log = log
    }

    /// Takes a write; one too many is refused at once, on this thread.
    package func submit(_ job: WriteJob) {
        enum Verdict { case waits, starts, refused(WriteFailure) }

        let verdict = state.withLock { state -> Verdict in
            if state.isStopped { return .refused(.storage(.stopped)) }
            // A single write is never too heavy: what one request may bring is bounded elsewhere.
            let isFull =
                state.jobs.count >= limits.waiting
                || !state.jobs.isEmpty && state.weight + job.weight > limits.waitingBytes
            guard !isFull else { return .refused(.storage(.overloaded)) }
            if let key = KeyInUse(job), !state.keys.insert(key).inserted {
                return .refused(.keyInUse)
            }
            state.jobs.append(job)
            state.weight += job.weight
            if state.isRunning { return .waits }
            state.isRunning = true
            return .starts
        }
        switch verdict {
        case .waits: break
        case .starts: queue.async { [self] in drain() }
        case .refused(let failure): job.reply(.failure(failure))
        }
    }

    /// Takes something to be remembered, between two batches; one too many is dropped, since it can be
    /// found out again.
    package func remember(_ found: FoundAddress) {
        let starts = state.withLock { state in
            guard !state.isStopped, state.addresses.count < limits.addresses else { return false }
            state.addresses.append(found)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { [self] in drain() } }
    }

    /// Takes no more writes; `done` is called when those that were taken are answered and the log is
    /// in the database file, or with the reason why it is not.
    package func stop(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        state.withLock { $0.isStopped = true }
        // The queue is serial: this runs after the last batch. But a write that was taken a moment
        // ago may not have reached the queue yet, so whatever still waits is done here.
        queue.async { [self] in
            drain()
            do throws(StorageFailure) {
                try batch.checkpoint()
                done(nil)
            } catch {
                // Nothing is lost: the next start reads the log.
                done(error)
            }
        }
    }

    private func drain() {
        while let work = next() {
            if !work.jobs.isEmpty { run(work.jobs) }
            // Nobody waits for this but the next batch.
            if !work.addresses.isEmpty { batch.remember(work.addresses) }
            tendLog()
        }
    }

    private func run(_ jobs: [WriteJob]) {
        let outcomes = batch.run(jobs)
        // Before anyone is answered: who then sends the request again must find its record.
        let keys = jobs.compactMap { KeyInUse($0) }
        if !keys.isEmpty { state.withLock { $0.keys.subtract(keys) } }
        for (job, outcome) in zip(jobs, outcomes) { job.reply(outcome) }
        // Only now: who wrote comes before a thousand who listen.
        batch.tellListeners()
    }

    private func tendLog() {
        log?.tend { [self] in queue.async { [self] in tendLog() } }
    }

    /// The next batch and what is to be remembered, or nil, and then the writer is idle.
    private func next() -> (jobs: [WriteJob], addresses: [FoundAddress])? {
        state.withLock { state in
            guard !state.jobs.isEmpty || !state.addresses.isEmpty else {
                state.isRunning = false
                return nil
            }
            let addresses = state.addresses
            state.addresses = []
            var count = 0
            var weight = 0
            for job in state.jobs {
                let isEnough =
                    count == limits.together || weight + job.weight > limits.togetherBytes
                if isEnough, count > 0 { break }
                count += 1
                weight += job.weight
            }
            let jobs = Array(state.jobs.prefix(count))
            state.jobs.removeFirst(count)
            state.weight -= weight
            return (jobs, addresses)
        }
    }
}
