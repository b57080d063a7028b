/// The progress of a lane's shutdown, and the connections that it closes next.
struct DrainState {
    /// How many idle connections a round closes: a request that arrives after the round's last look
    /// and before the close is lost.
    private static let idleClosedAtOnce = 4

    /// When the last connections are cut, in milliseconds; nil unless the lane is draining.
    private(set) var deadline: Int?
    /// Whether the last round closed any.
    private(set) var isClosing = false

    mutating func begin(deadline: Int) {
        precondition(self.deadline == nil, "a drain begins once")
        self.deadline = deadline
    }

    /// The connections to close in this round: all at the deadline, before that a few idle ones of
    /// a quiet round.
    ///
    /// A request that was sent before the drain began may not have been reported yet, and a client
    /// that was answered in this round may have sent the next one; closing either connection would
    /// reset it.
    mutating func next(
        in connections: ConnectionTable, at now: Int, isQuiet: Bool
    ) -> [Connection] {
        guard let deadline else { return [] }
        let next =
            now >= deadline
            ? Array(connections.open)
            : isQuiet
                ? Array(connections.open.lazy.filter(\.isIdle).prefix(Self.idleClosedAtOnce)) : []
        isClosing = !next.isEmpty
        return next
    }
}
