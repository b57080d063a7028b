/// Where new ids come from.
package struct IDGenerator: Sendable {
    /// Makes an id that was never made before.
    package let next: @Sendable () -> ItemID

    /// Ids made by `next`.
    package init(next: @escaping @Sendable () -> ItemID) {
        self.next = next
    }

    /// Ids of version 7, from a clock and the system's random source.
    package static func version7(_ clock: Clock) -> IDGenerator {
        IDGenerator {
            .version7(time: clock.now(), random: .random(in: 0...(.max)))
        }
    }
}
