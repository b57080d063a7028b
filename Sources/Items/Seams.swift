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

/// Where new ids come from.
package struct IDs: Sendable {
    /// Makes an id that was never made before.
    package let next: @Sendable () -> ItemID

    /// Ids made by `next`.
    package init(next: @escaping @Sendable () -> ItemID) {
        self.next = next
    }

    /// Ids of version 7, from a clock and the system's random source.
    package static func version7(_ clock: Clock) -> IDs {
        IDs {
            .version7(time: clock.now(), random: .random(in: 0...(.max)))
        }
    }
}
