import Synchronization

/// The queue of password jobs, which run one at a time.
///
/// The queue is short, because clients would time out in a long one. It rejects jobs over its
/// length, and jobs whose expected wait is too long.
final class BoundedJobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isBusy = false
        var isClosed = false
        /// The moving average of a job's time in nanoseconds; 0 before the first.
        var cost: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limits: HashingLimits
    private let now: @Sendable () -> UInt64

    init(_ limits: HashingLimits, now: @escaping @Sendable () -> UInt64) {
        self.limits = limits
        self.now = now
    }

    /// Appends a job, or returns why it is rejected.
    func enqueue(_ job: @escaping Job) -> HashingRefusal? {
        state.withLock { state in
            guard !state.isClosed else { return .stopped }
            let ahead = UInt64(state.jobs.count + (state.isBusy ? 1 : 0))
            let wait = ahead * state.cost
            guard state.jobs.count < limits.jobs, wait <= limits.waitSeconds * 1_000_000_000 else {
                return .overloaded(retryAfterSeconds: Int(wait / 1_000_000_000) + 1)
            }
            state.jobs.append(job)
            return nil
        }
    }

    /// Runs the first job; false if the queue is empty.
    func runNext() -> Bool {
        let job = state.withLock { state -> Job? in
            guard !state.jobs.isEmpty else { return nil }
            state.isBusy = true
            return state.jobs.removeFirst()
        }
        guard let job else { return false }
        let start = now()
        job()
        let taken = now() - start
        state.withLock { state in
            state.isBusy = false
            // A weight of 1/8 smooths single slow jobs.
            state.cost = state.cost == 0 ? taken : (7 * state.cost + taken) / 8
        }
        return true
    }

    /// Rejects new jobs; queued ones still run.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Whether new jobs are rejected.
    var isClosed: Bool { state.withLock(\.isClosed) }
}
