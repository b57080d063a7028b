/// The arithmetic of a token bucket that is one number, the generic cell rate algorithm.
///
/// The number is the time, in nanoseconds, until which everything is used up; it runs ahead of the
/// clock by an interval for each use, and may be ahead by a whole burst. Time that has passed needs
/// no bookkeeping, and a bucket that was never used is 0.
struct GCRA: Sendable {
    /// What the number is from now on.
    let theoreticalArrival: UInt64
    let decision: RateDecision

    /// One more use at `now` of a bucket whose number is `before`.
    init(_ rate: Rate, before: UInt64, now: UInt64) {
        // A clock that goes back, which none should, must not shut anyone out for long.
        let ahead = min(before > now ? before - now : 0, rate.burst)
        let after = ahead + rate.interval
        if after > rate.burst {
            theoreticalArrival = now + ahead
            decision = .refused(retryAfterSeconds: Self.seconds(after - rate.burst))
        } else {
            theoreticalArrival = now + after
            decision = .allowed
        }
    }

    /// Whole seconds, none too few.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}
