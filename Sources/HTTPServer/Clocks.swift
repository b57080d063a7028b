/// Where a lane takes the time from, and what it gives away of it; tests move it.
package struct Clocks: Sendable {
    /// Milliseconds of a clock that only goes forward, whatever happens to the wall clock.
    let monotonic: @Sendable () -> Int
    /// Milliseconds since 1970 by the wall clock.
    let wall: @Sendable () -> Int
    /// Microseconds, for what takes less than a tick of the others.
    let microseconds: @Sendable () -> Int
    /// Lets other threads have the core first, if any wait for it.
    let yield: @Sendable () -> Void

    /// The first two are read once in a round, the third as often as need be.
    init(
        monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int,
        microseconds: @escaping @Sendable () -> Int, yield: @escaping @Sendable () -> Void
    ) {
        self.monotonic = monotonic
        self.wall = wall
        self.microseconds = microseconds
        self.yield = yield
    }

    /// The system's clocks.
    package static let system = Clocks(
        monotonic: monotonicMilliseconds, wall: unixMilliseconds,
        microseconds: monotonicMicroseconds,
        yield: yieldCore)
}
