/// What time it is, in seconds since 1970.
package struct Clock: Sendable {
    /// Asks the clock.
    package let now: @Sendable () -> Double

    /// A clock that answers by `now`.
    package init(now: @escaping @Sendable () -> Double) {
        self.now = now
    }

    /// A clock that stands still.
    package static func constant(_ time: Double) -> Clock {
        Clock { time }
    }
}
