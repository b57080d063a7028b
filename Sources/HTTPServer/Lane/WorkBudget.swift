/// The amount of deferrable work that a lane does before it checks for new events: bytes of
/// responses, time, or connections that end, which are closed after the round.
struct WorkBudget {
    /// Its maximum duration, except for the last piece of work in it.
    static let microseconds = 250
    private static let closes = 64
    private let bytes: Int
    private let end: Int

    /// A budget that begins now.
    init(_ lane: Lane) {
        bytes = lane.written + lane.limits.unsentResponseBytes
        end = lane.clocks.microseconds() + Self.microseconds
    }

    func isSpent(_ lane: Lane) -> Bool {
        lane.written >= bytes || lane.connections.closed.count >= Self.closes
            || lane.clocks.microseconds() >= end
    }
}
