/// Where a lane takes the time from; tests move it.
package struct Time: Sendable {
    /// Milliseconds of a clock that only goes forward, whatever happens to the wall clock.
    let steady: @Sendable () -> Int
    /// Seconds since 1970 by the wall clock.
    let wall: @Sendable () -> Int64

    /// Both clocks are read once in a round.
    init(steady: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int64) {
        self.steady = steady
        self.wall = wall
    }

    /// The system's clocks.
    package static let system = Time(steady: monotonicMilliseconds, wall: unixSeconds)
}
