import Dispatch

/// Hashes passwords on one thread of its own, which gives way to those that answer requests.
///
/// Each takes tens of milliseconds and 16 MiB, so one at a time is enough: whoever
/// signs in as often as he can uses up what is left of one core and no more.
package final class PasswordHashingWorker: Sendable {
    private let queue: BoundedJobQueue
    private let hasher: PasswordHasher
    private let niceness: Int32
    /// Counts the jobs that came and, once, the end.
    private let wakeups = DispatchSemaphore(value: 0)

    /// A worker whose thread is to be started; `now` is in nanoseconds of a clock that only goes
    /// forward.
    package init(
        _ hasher: PasswordHasher, limits: HashingLimits = HashingLimits(),
        now: @escaping @Sendable () -> UInt64
    ) {
        self.hasher = hasher
        niceness = limits.niceness
        queue = BoundedJobQueue(limits, now: now)
    }

    /// Starts the thread, which sleeps while there is nothing to do and ends when the queue does.
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

    /// Finds out whether a stored string was made of this password, and
    /// makes a new one if it was and is weaker than today's.
    ///
    /// Without a stored string the same work is done, so that a sign-in tells nobody who has an
    /// account. `reply` is called once, on the thread, or at once with a refusal.
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

    /// Makes the string that is stored of a password; `reply` is called
    /// once, on the thread, or at once with a refusal.
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

/// Whether a password was right.
package struct PasswordCheck: Equatable, Sendable {
    package let isCorrect: Bool
    /// Another string for the same password, where the stored one is weaker
    /// than today's; without it the old one goes on to be good.
    package let rehashed: Result<String, HashingFailure>?

    /// The result of a check.
    package init(isCorrect: Bool, rehashed: Result<String, HashingFailure>? = nil) {
        self.isCorrect = isCorrect
        self.rehashed = rehashed
    }
}
