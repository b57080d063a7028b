import Synchronization

/// A rate for each of many, such as addresses or emails, in bounded memory however many come.
///
/// Who is forgotten begins anew. That happens when `capacity / 2` others came in between; so
/// whoever can come from that many addresses wins as many uses as the rate allows at once,
/// with each of them, and could have had them there anyway. What cannot be won is memory.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    package let rate: Rate
    private let now: @Sendable () -> UInt64
    private let theoreticalArrivals: Mutex<TwoGenerationCache<Key, UInt64>>

    /// A limiter that remembers `capacity` keys; `now` is in nanoseconds of a clock that only goes
    /// forward.
    package init(_ rate: Rate, capacity: Int = 65_536, now: @escaping @Sendable () -> UInt64) {
        self.rate = rate
        self.now = now
        theoreticalArrivals = Mutex(TwoGenerationCache(capacity: capacity))
    }

    /// How many keys it knows.
    package var count: Int { theoreticalArrivals.withLock(\.count) }

    /// Uses one of what this key has, if there is room.
    ///
    /// Failures and successes count alike: so nothing has to be told afterwards, everything is
    /// decided before any password is hashed, and no success of one's own makes room for guesses.
    package func take(_ key: Key) -> RateDecision {
        let now = now()
        return theoreticalArrivals.withLock { known in
            let gcra = GCRA(rate, before: known.value(of: key) ?? 0, now: now)
            known.insert(gcra.theoreticalArrival, for: key)
            return gcra.decision
        }
    }
}
