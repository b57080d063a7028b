/// Decides which events of a round are handled first, later or not at all.
///
/// epoll reports connections that stay ready in the same order each time, and reports skipped ones
/// again. So the next round starts with the first connection that this one skipped.
struct EventOrder {
    /// Microseconds for which a round handles events of normal priority. Connections whose requests
    /// have been cheap can all send expensive ones at once.
    private static let longestRound = 20_000

    enum Decision: Equatable {
        case handle
        /// It is added to `DeferredEvents`.
        case `defer`
        case skip
    }

    private var began = 0
    private var firstSkipped: Int32?

    /// Begins a round at a time in microseconds; returns the descriptor to start with, if any.
    mutating func begin(at moment: Int) -> Int32? {
        began = moment
        defer { firstSkipped = nil }
        return firstSkipped
    }

    /// Decides on the next event: events of connections of low priority and of connections that
    /// end are deferred, others are handled as long as there is time.
    mutating func decide(
        _ event: ReadyEvents.Event, isLowPriority: Bool, at moment: Int
    ) -> Decision {
        if isLowPriority || event.isEnding || event.isBroken { return .defer }
        if moment - began < Self.longestRound { return .handle }
        if firstSkipped == nil { firstSkipped = event.descriptor }
        return .skip
    }
}
