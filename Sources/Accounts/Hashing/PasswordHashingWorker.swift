import Dispatch

/// Hashes passwords on a thread of its own, with a lower priority than the lanes.
///
/// A hash takes tens of milliseconds and 16 MiB. One thread limits a flood of sign-ins to the spare
/// time of one core.
package final class PasswordHashingWorker: Sendable {
    private let queue: BoundedJobQueue
    private let hasher: PasswordHasher
    private let niceness: Int32
    /// Signalled once for each job, and once at the end.
    private let wakeups = DispatchSemaphore(value: 0)

    /// Creates a worker without its thread; `now` is a monotonic clock in nanoseconds.
    package init(
        _ hasher: PasswordHasher, limits: HashingLimits = HashingLimits(),
        now: @escaping @Sendable () -> UInt64
    ) {
        self.hasher = hasher
        niceness = limits.niceness
        queue = BoundedJobQueue(limits, now: now)
    }

    /// Starts the thread; it sleeps while the queue is empty and ends when the queue is closed and
    /// empty.
    package func start() throws(HashingFailure) {
        let (queue, wakeups) = (queue, wakeups)
        try startThread(niceness: niceness) {
            repeat {
                wakeups.wait()
            } while queue.runNext() || !queue.isClosed
        }
    }

    deinit {
        queue.close()
        wakeups.signal()
    }

    /// Verifies a password against a stored hash, and rehashes it if the hash is weaker than
    /// today's.
    ///
    /// Without a stored hash the same work is done, so that timing does not reveal which accounts
    /// exist. `reply` is called once: on the thread, or at once with a refusal.
    package func verify(
        _ password: Password, against stored: String?,
        reply: @escaping @Sendable (Result<PasswordCheck, HashingRefusal>) -> Void
    ) {
        submit(reply) { hasher throws(HashingFailure) in
            guard let stored else {
                _ = try hasher.hash(password)
                return PasswordCheck(isCorrect: false)
            }
            guard try hasher.matches(password, stored) else {
                return PasswordCheck(isCorrect: false)
            }
            guard hasher.isWeaker(stored) else { return PasswordCheck(isCorrect: true) }
            do throws(HashingFailure) {
                return PasswordCheck(isCorrect: true, rehashed: .success(try hasher.hash(password)))
            } catch {
                return PasswordCheck(isCorrect: true, rehashed: .failure(error))
            }
        }
    }

    /// Hashes a password; `reply` is called once: on the thread, or at once with a refusal.
    package func hash(
        _ password: Password, reply: @escaping @Sendable (Result<String, HashingRefusal>) -> Void
    ) {
        submit(reply) { hasher throws(HashingFailure) in try hasher.hash(password) }
    }

    private func submit<Outcome>(
        _ reply: @escaping @Sendable (Result<Outcome, HashingRefusal>) -> Void,
        _ body: @escaping @Sendable (PasswordHasher) throws(HashingFailure) -> Outcome
    ) {
        let refusal = queue.enqueue { [hasher] in
            do throws(HashingFailure) {
                reply(.success(try body(hasher)))
            } catch {
                reply(.failure(.failed(error)))
            }
        }
        if let refusal { return reply(.failure(refusal)) }
        wakeups.signal()
    }
}

/// The result of verifying a password.
package struct PasswordCheck: Equatable, Sendable {
    package let isCorrect: Bool
    /// A new hash, if the stored one is weaker than today's; without it the stored one stays valid.
    package let rehashed: Result<String, HashingFailure>?

    package init(isCorrect: Bool, rehashed: Result<String, HashingFailure>? = nil) {
        self.isCorrect = isCorrect
        self.rehashed = rehashed
    }
}
