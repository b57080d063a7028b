import Synchronization

/// A rate for each key, such as an address or email, in bounded memory.
///
/// An evicted key starts with a full burst. Eviction takes `capacity / 2` other keys in between; a
/// client with that many addresses gets a burst from each of them anyway.
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
    /// Failures and successes count alike. So the decision is made before the password is hashed,
    /// and an attacker's own successful sign-ins do not make room for guesses.
    package func take(_ key: Key) -> RateDecision { take([(key, rate)]).decision }

    /// Takes one use of each key if the rates of all of them allow; returns the rate that decided.
    ///
    /// A refused use takes nothing from the keys that would allow it: a client in one network must
    /// not use up the allowance of the wider networks around it.
    package func take(_ uses: [(key: Key, rate: Rate)]) -> (decision: RateDecision, rate: Rate) {
        let now = now()
        return theoreticalArrivals.withLock { known in
            var after: [UInt64] = []
            for (key, rate) in uses {
                let gcra = GCRA(rate, before: known.value(of: key) ?? 0, now: now)
                if case .refused = gcra.decision {
                    known.insert(gcra.theoreticalArrival, for: key)
                    return (gcra.decision, rate)
                }
                after.append(gcra.theoreticalArrival)
            }
            for (use, arrival) in zip(uses, after) { known.insert(arrival, for: use.key) }
            return (.allowed, rate)
        }
    }
}
