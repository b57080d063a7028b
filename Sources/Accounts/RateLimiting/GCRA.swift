/// The generic cell rate algorithm: a token bucket in one number.
///
/// The number is the theoretical arrival time in nanoseconds. Each use adds an interval, and it may
/// be ahead of the clock by one burst. The passage of time needs no update; an unused bucket is 0.
struct GCRA: Sendable {
    /// The bucket's number after this use.
    let theoreticalArrival: UInt64
    let decision: RateDecision

    /// Decides a use at `now` of a bucket whose number is `before`.
    init(_ rate: Rate, before: UInt64, now: UInt64) {
        // Clamped to a burst: a clock that goes back must not refuse for longer.
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

    /// Whole seconds, rounded up.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}
