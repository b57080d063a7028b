/// How much a lane does for those who can wait before it looks who else has come: so many bytes of
/// answers, a moment of work, or a few connections that end, which are closed after the round.
struct Stint {
    /// How long it is at most, but for the last thing that is done in it.
    static let microseconds = 250
    private static let endings = 64
    private let bytes: Int
    private let end: Int

    /// One that begins now.
    init(_ lane: Lane) {
        bytes = lane.written + lane.limits.answerBytesInHand
        end = lane.time.fine() + Self.microseconds
    }

    /// Whether it is time to look.
    func isOver(_ lane: Lane) -> Bool {
        lane.written >= bytes || lane.closed.count >= Self.endings || lane.time.fine() >= end
    }
}

extension Lane {
    /// For how many microseconds a lane works for one connection before others come before it.
    private static let longWork = 1_000

    /// Puts off the further requests of a connection, or the rest of its stream, until others have
    /// had their turn.
    func standInLine(_ connection: Connection) {
        guard !connection.isInLine else { return }
        connection.isInLine = true
        line.append(connection)
    }

    /// Goes on with the first few in line, and stops when that is work: whoever has just
    /// asked for something comes before those who have had a turn already.
    func takeTurns(atMost count: Int, _ papers: inout Papers) {
        guard count > 0 else { return }
        let stint = Stint(self)
        var moment = time.fine()
        var taken = 0
        while taken < count, !stint.isOver(self) {
            let connection = line[taken]
            takeTurn(connection, &papers)
            noteWork(connection, since: &moment)
            taken += 1
        }
        line.removeFirst(taken)
    }

    /// Has others come before this one from now on if what was done for it since that moment took
    /// long; the next one's begins now.
    func noteWork(_ connection: Connection, since moment: inout Int) {
        let end = time.fine()
        if end - moment >= Self.longWork { connection.isHeavy = true }
        moment = end
    }

    /// Goes on with the requests that have come already; who has more of them stands in line again.
    private func takeTurn(_ connection: Connection, _ papers: inout Papers) {
        connection.isInLine = false
        guard !connection.isClosed else { return }
        // While an answer is on its way it is not this connection's turn; the answer's end is.
        if !connection.hasOutput {
            if connection.stream != nil {
                pump(connection, &papers)
            } else if connection.state.phase == .head {
                resume(connection, &papers)
            }
        }
        if !connection.isClosed { park(connection) }
    }
}
