/// How much a lane does for work that can wait before it looks for new events: some bytes of
/// responses, some time, or some connections that end, which are closed after the round.
struct WorkBudget {
    /// How long it lasts at most, but for the last piece of work in it.
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
