/// Where a lane takes the time from; tests move it.
package struct Time: Sendable {
    /// Milliseconds of a clock that only goes forward, whatever happens to the wall clock.
    let steady: @Sendable () -> Int
    /// Milliseconds since 1970 by the wall clock.
    let wall: @Sendable () -> Int
    /// Microseconds, for what takes less than a tick of the others.
    let fine: @Sendable () -> Int

    /// The first two are read once in a round, the third as often as need be.
    init(
        steady: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int,
        fine: @escaping @Sendable () -> Int
    ) {
        self.steady = steady
        self.wall = wall
        self.fine = fine
    }

    /// The system's clocks.
    package static let system = Time(
        steady: monotonicMilliseconds, wall: unixMilliseconds, fine: monotonicMicroseconds)
}
