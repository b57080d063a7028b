/// The time of a round, read once for all that happens in it, and when the lane last paused.
struct RoundClock {
    /// Microseconds for which a lane works before it yields its core, to the writer or to clients
    /// on the same machine. The kernel preempts it only at a tick, perhaps 250 times a second.
    private static let longestRun = 1_000
    /// A wait shorter than this many microseconds does not count as a pause.
    private static let shortestWait = 20

    /// Milliseconds of the monotonic clock.
    private(set) var now: Int
    /// Milliseconds of the wall clock.
    private(set) var wall = 0
    /// When the round began, in microseconds, if a log needs it.
    private(set) var began = 0
    /// When the lane last had nothing to do, or yielded, in microseconds.
    private var runningSince = 0
    private var second = 0

    init(now: Int) {
        self.now = now
    }

    /// Begins a round; returns the second since 1970 if it has changed.
    mutating func begin(now: Int, wall: Int) -> Int? {
        self.now = now
        self.wall = wall
        let second = wall / 1000
        guard second != self.second else { return nil }
        self.second = second
        return second
    }

    /// Sets when the round began, in microseconds.
    mutating func setBegan(_ moment: Int) {
        began = moment
    }

    /// The wall clock, in milliseconds, at a moment of this round in microseconds.
    func wallTime(at moment: Int) -> Int {
        wall + max(0, moment - began) / 1_000
    }

    /// Whether the lane yields its core before it waits at a moment.
    mutating func yields(at moment: Int) -> Bool {
        guard moment - runningSince >= Self.longestRun else { return false }
        runningSince = moment
        return true
    }

    /// Takes note of a wait for events.
    mutating func waited(from start: Int, to end: Int) {
        if end - start >= Self.shortestWait { runningSince = end }
    }
}
