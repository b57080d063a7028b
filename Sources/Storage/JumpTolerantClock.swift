package import Items

/// A time source for expiry: the wall clock, but a jump forwards is trusted only after a day.
///
///     wall clock   ──────╮ +1 year            a jump that is reverted has expired nothing
///     trusted      ──────┴────────────────
///     a day later        ╰───────────────╮    a jump that persists only delays expiry by a day
///
/// A jump backwards is trusted at once, because it expires nothing. An error of the clock at the
/// process's start cannot be detected.
///
/// Only touched on the writer's queue, by all writers of a process: one that trusts a time for itself
/// at its first use cannot detect an earlier jump.
package final class JumpTolerantClock {
    /// Seconds for which a jump forwards must persist.
    static let delay = 86_400.0
    /// A difference in seconds that counts as an adjustment, not as a jump.
    static let tolerance = 60.0

    private let steady: Clock
    /// The trusted difference between the wall clock and the steady one.
    private var offset: Double?
    /// A jump that is not trusted yet: when it was seen on the steady clock, and its offset.
    private var pendingJump: (since: Double, offset: Double)?

    /// A clock that detects jumps by `steady`, which only goes forward.
    package init(steady: Clock) {
        self.steady = steady
    }

    /// The trusted time for `now` of the wall clock.
    package func trusted(_ now: Double) -> Double {
        let passed = steady.now()
        let new = now - passed
        guard let known = offset, new > known + Self.tolerance, !hasPersisted(new, passed) else {
            (offset, pendingJump) = (new, nil)
            return now
        }
        return passed + known
    }

    /// Whether a jump has persisted for a day; another offset is another jump.
    private func hasPersisted(_ new: Double, _ passed: Double) -> Bool {
        let isSame = pendingJump.map { abs(new - $0.offset) <= Self.tolerance } ?? false
        let since = isSame ? pendingJump?.since ?? passed : passed
        pendingJump = (since, new)
        return passed - since >= Self.delay
    }
}
