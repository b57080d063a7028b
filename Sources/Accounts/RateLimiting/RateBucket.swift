import Synchronization

/// The used part of a rate for one key, shared by all lanes without a lock.
///
/// A struct inside its holder: one allocation less for each token.
package struct RateBucket: ~Copyable, Sendable {
    private let theoreticalArrival = Atomic<UInt64>(0)

    package init() {}

    /// Takes one use if the rate allows; `now` is a monotonic clock in nanoseconds.
    package func take(_ rate: Rate, now: UInt64) -> RateDecision {
        var before = theoreticalArrival.load(ordering: .relaxed)
        while true {
            let gcra = GCRA(rate, before: before, now: now)
            if case .refused = gcra.decision { return gcra.decision }
            let (isDone, found) = theoreticalArrival.compareExchange(
                expected: before, desired: gcra.theoreticalArrival, ordering: .relaxed)
            if isDone { return gcra.decision }
            before = found
        }
    }
}
