import Synchronization

/// Those who wait until their password is hashed, one after the other.
///
/// The line is short: a client that has waited for long has gone, and hashing for it keeps others
/// waiting. Who comes too many, or would wait too long, is turned away at the door.
final class BoundedJobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var isBusy = false
        var isClosed = false
        /// How long one took lately, in nanoseconds; 0 until the first is through.
        var cost: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limits: HashingLimits
    private let now: @Sendable () -> UInt64

    init(_ limits: HashingLimits, now: @escaping @Sendable () -> UInt64) {
        self.limits = limits
        self.now = now
    }

    /// Lets a job in at the end, or says why not.
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

    /// Does the job whose turn it is; false when there is none, now or for good.
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
            // One that was slow by chance says little, eight in a row say all.
            state.cost = state.cost == 0 ? taken : (7 * state.cost + taken) / 8
        }
        return true
    }

    /// Lets nobody in any more; those who wait are still served.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Whether nobody is let in any more.
    var isClosed: Bool { state.withLock(\.isClosed) }
}
