import Synchronization

/// A rate for each key, such as an address or email, in bounded memory.
///
/// An evicted key starts with a full burst. Eviction takes `capacity / 2` other keys in between; a
/// client with so many addresses gets a burst from each of them anyway.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    package let rate: Rate
    private let now: @Sendable () -> UInt64
    private let theoreticalArrivals: Mutex<TwoGenerationCache<Key, UInt64>>

    /// A limiter of `capacity` keys; `now` is a monotonic clock in nanoseconds.
    package init(_ rate: Rate, capacity: Int = 65_536, now: @escaping @Sendable () -> UInt64) {
        self.rate = rate
        self.now = now
        theoreticalArrivals = Mutex(TwoGenerationCache(capacity: capacity))
    }

    /// The number of keys in memory.
    package var count: Int { theoreticalArrivals.withLock(\.count) }

    /// Takes one use of a key if its rate allows.
    ///
    /// Failures and successes count alike. So the decision falls before the password is hashed, and
    /// an attacker's own successful sign-ins do not make room for guesses.
    package func take(_ key: Key) -> RateDecision {
        let now = now()
        return theoreticalArrivals.withLock { known in
            let gcra = GCRA(rate, before: known.value(of: key) ?? 0, now: now)
            known.insert(gcra.theoreticalArrival, for: key)
            return gcra.decision
        }
    }
}
