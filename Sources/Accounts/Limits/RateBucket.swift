import Synchronization

/// How much of a rate one somebody has used, for all lanes together and without a lock.
package final class RateBucket: Sendable {
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
