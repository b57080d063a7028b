/// How much a lane does for those who can wait before it looks who else has come: so many bytes of
/// answers, a moment of work, or a few connections that end, which are closed after the round.
struct WorkBudget {
    /// How long it is at most, but for the last thing that is done in it.
    static let microseconds = 250
    private static let endings = 64
    private let bytes: Int
    private let end: Int

    /// One that begins now.
    init(_ lane: Lane) {
        bytes = lane.written + lane.limits.unsentResponseBytes
        end = lane.clocks.microseconds() + Self.microseconds
    }

    /// Whether it is time to look.
    func isSpent(_ lane: Lane) -> Bool {
        lane.written >= bytes || lane.closed.count >= Self.endings
            || lane.clocks.microseconds() >= end
    }
}
