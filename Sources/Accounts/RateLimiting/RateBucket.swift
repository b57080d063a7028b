import Synchronization

/// How much of a rate one somebody has used, for all lanes together and without a lock.
///
/// It lies inside of what has it: a bucket of each token's own would be another allocation.
package struct RateBucket: ~Copyable, Sendable {
    private let theoreticalArrival = Atomic<UInt64>(0)

    /// A bucket that was never used.
    package init() {}

    /// Uses one, if there is room; `now` is in nanoseconds of a clock that only goes forward.
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
