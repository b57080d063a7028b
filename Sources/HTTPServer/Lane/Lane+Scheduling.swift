extension Lane {
    /// Gives their turn to the first connections in the queue, until the work budget is spent: new
    /// requests come before further turns.
    func runQueued(atMost count: Int, _ buffers: inout RequestBuffers) {
        guard count > 0 else { return }
        let budget = WorkBudget(self)
        var moment = clocks.microseconds()
        var taken = 0
        while taken < count, !budget.isSpent(self), let connection = readyQueue.next() {
            runNext(connection, &buffers)
            adjustPriority(connection, since: &moment)
            taken += 1
        }
    }

    /// Lowers the priority of a connection if its work since `moment` took long; moves `moment` to
    /// now, for the next one.
    func adjustPriority(_ connection: Connection, since moment: inout Int) {
        let end = clocks.microseconds()
        connection.prioritize(afterWork: end - moment)
        moment = end
    }

    /// Continues with the requests that have arrived, or with a stream; the rest is queued again.
    private func runNext(_ connection: Connection, _ buffers: inout RequestBuffers) {
        guard !connection.isClosed else { return }
        // While a response is being sent the turn is void; the end of sending resumes the rest.
        if !connection.hasOutput {
            if let streamed = connection.streamed {
                pump(streamed, connection, &buffers)
            } else if connection.isReadyForInput {
                resume(connection, &buffers)
            }
        }
        if !connection.isClosed { park(connection) }
    }
}
