import Items

/// What time it is for whatever forgets: the wall clock, whose jumps
/// forwards are believed a day late.
///
///     wall clock   ──────╮ +1 year            a jump that is taken back has made nothing old
///     believed     ──────┴────────────────
///     a day later        ╰───────────────╮    one that stays has only kept things for a day longer
///
/// Backwards it is believed at once, since then less is old. A clock that is wrong already when the
/// process starts cannot be told from one that is right.
struct JumpTolerantClock {
    /// For how long a jump forwards is doubted, in seconds.
    static let delay = 86_400.0
    /// What is no jump, but a clock that is being adjusted.
    static let tolerance = 60.0

    private let steady: Clock
    /// By how much the wall clock is ahead of the steady one, as far as that is believed.
    private var offset: Double?
    /// Since when, by the steady clock, it has been ahead by more, and by how much.
    private var pendingJump: (since: Double, offset: Double)?

    /// A time that tells jumps by a clock that only goes forward.
    init(steady: Clock) {
        self.steady = steady
    }

    /// What is believed of `now`, which the wall clock says.
    mutating func trusted(_ now: Double) -> Double {
        let passed = steady.now()
        let new = now - passed
        guard let known = offset, new > known + Self.tolerance, !hasPersisted(new, passed) else {
            (offset, pendingJump) = (new, nil)
            return now
        }
        return passed + known
    }

    /// Whether a jump has been what it is for a day; one that changes is another.
    private mutating func hasPersisted(_ new: Double, _ passed: Double) -> Bool {
        let isSame = pendingJump.map { abs(new - $0.offset) <= Self.tolerance } ?? false
        let since = isSame ? pendingJump?.since ?? passed : passed
        pendingJump = (since, new)
        return passed - since >= Self.delay
    }
}
