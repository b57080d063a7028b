import Synchronization

/// How much of a rate one somebody has used, for all lanes together and without a lock.
///
/// It lies inside of what has it: a bucket of each token's own would be another allocation.
package struct RateBucket: ~Copyable, Sendable {
    private let usedUpTo = Atomic<UInt64>(0)

    /// A bucket that was never used.
    package init() {}

    /// Uses one, if there is room; `now` is in nanoseconds of a clock that only goes forward.
    package func take(_ rate: Rate, now: UInt64) -> Allowance {
        var before = usedUpTo.load(ordering: .relaxed)
        while true {
            let spending = Spending(rate, before: before, now: now)
            if case .refused = spending.allowance { return spending.allowance }
            let (isDone, found) = usedUpTo.compareExchange(
                expected: before, desired: spending.usedUpTo, ordering: .relaxed)
            if isDone { return spending.allowance }
            before = found
        }
    }
}
