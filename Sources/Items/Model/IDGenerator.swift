/// A source of new item ids.
package struct IDGenerator: Sendable {
    /// Returns an id that was not used before.
    package let next: @Sendable () -> ItemID

    /// A generator that returns the results of `next`.
    package init(next: @escaping @Sendable () -> ItemID) {
        self.next = next
    }

    /// A generator of UUIDs of version 7, from a clock and the system's random source.
    package static func version7(_ clock: Clock) -> IDGenerator {
        IDGenerator {
            .version7(time: clock.now(), random: .random(in: 0...(.max)))
        }
    }
}
