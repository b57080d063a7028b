extension Lane {
    /// For how many microseconds a lane works for one connection before others come before it.
    private static let longestPriorityWork = 1_000

    /// Puts off the further requests of a connection, or the rest of its stream, until others have
    /// had their turn.
    func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        readyQueue.append(connection)
    }

    /// Goes on with the first few in line, and stops when that is work: whoever has just
    /// asked for something comes before those who have had a turn already.
    func runQueued(atMost count: Int, _ buffers: inout RequestBuffers) {
        guard count > 0 else { return }
        let budget = WorkBudget(self)
        var moment = clocks.microseconds()
        var taken = 0
        while taken < count, !budget.isSpent(self) {
            let connection = readyQueue[taken]
            runNext(connection, &buffers)
            adjustPriority(connection, since: &moment)
            taken += 1
        }
        readyQueue.removeFirst(taken)
    }

    /// Has others come before this one from now on if what was done for it since that moment took
    /// long; the next one's begins now.
    func adjustPriority(_ connection: Connection, since moment: inout Int) {
        let end = clocks.microseconds()
        if end - moment >= Self.longestPriorityWork { connection.isLowPriority = true }
        moment = end
    }

    /// Goes on with the requests that have come already; who has more of them stands in line again.
    private func runNext(_ connection: Connection, _ buffers: inout RequestBuffers) {
        connection.isQueued = false
        guard !connection.isClosed else { return }
        // While an answer is on its way it is not this connection's turn; the answer's end is.
        if !connection.hasOutput {
            if connection.stream != nil {
                pump(connection, &buffers)
            } else if connection.state.phase == .head {
                resume(connection, &buffers)
            }
        }
        if !connection.isClosed { park(connection) }
    }
}
