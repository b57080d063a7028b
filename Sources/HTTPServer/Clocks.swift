/// The clocks of a lane, and how it yields the core; tests replace them.
package struct Clocks: Sendable {
    /// Milliseconds of a monotonic clock.
    let monotonic: @Sendable () -> Int
    /// Milliseconds since 1970 by the wall clock.
    let wall: @Sendable () -> Int
    /// Microseconds of the monotonic clock, for durations below a tick of the others.
    let microseconds: @Sendable () -> Int
    /// Yields the core to other threads that are ready to run.
    let yield: @Sendable () -> Void

    /// Clocks of which a lane reads the first two once a round, and the third as often as needed.
    init(
        monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int,
        microseconds: @escaping @Sendable () -> Int, yield: @escaping @Sendable () -> Void
    ) {
        self.monotonic = monotonic
        self.wall = wall
        self.microseconds = microseconds
        self.yield = yield
    }

    /// The same, with the wall clock ahead by these milliseconds.
    package func ahead(milliseconds: Int) -> Clocks {
        Clocks(
            monotonic: monotonic, wall: { [wall] in wall() + milliseconds },
            microseconds: microseconds, yield: yield)
    }

    package static let system = Clocks(
        monotonic: monotonicMilliseconds, wall: unixMilliseconds,
        microseconds: monotonicMicroseconds,
        yield: yieldCore)
}
