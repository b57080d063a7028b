/// A source of wall-clock time in seconds since 1970.
package struct Clock: Sendable {
    /// Returns the current time.
    package let now: @Sendable () -> Double

    /// A clock that returns the result of `now`.
    package init(now: @escaping @Sendable () -> Double) {
        self.now = now
    }

    /// A clock that always returns `time`.
    package static func constant(_ time: Double) -> Clock {
        Clock { time }
    }
}
