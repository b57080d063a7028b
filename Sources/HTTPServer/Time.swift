/// Where a lane takes the time from, and what it gives away of it; tests move it.
package struct Time: Sendable {
    /// Milliseconds of a clock that only goes forward, whatever happens to the wall clock.
    let steady: @Sendable () -> Int
    /// Milliseconds since 1970 by the wall clock.
    let wall: @Sendable () -> Int
    /// Microseconds, for what takes less than a tick of the others.
    let fine: @Sendable () -> Int
    /// Lets other threads have the core first, if any wait for it.
    let giveWay: @Sendable () -> Void

    /// The first two are read once in a round, the third as often as need be.
    init(
        steady: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int,
        fine: @escaping @Sendable () -> Int, giveWay: @escaping @Sendable () -> Void
    ) {
        self.steady = steady
        self.wall = wall
        self.fine = fine
        self.giveWay = giveWay
    }

    /// The system's clocks.
    package static let system = Time(
        steady: monotonicMilliseconds, wall: unixMilliseconds, fine: monotonicMicroseconds,
        giveWay: yieldCore)
}
