import HTTP

extension Lane {
    /// Writes the responses that came from other threads, and goes on with their connections.
    ///
    /// Once in a round: a completion that arrives meanwhile wakes the lane again, and other
    /// connections have their turn first.
    func deliver(_ buffers: inout RequestBuffers) {
        mailbox.collect(&completions)
        guard !completions.isEmpty else { return }
        let budget = WorkBudget(self)
        var moment = clocks.microseconds()
        buffers.sendBatch.open(for: completions.count, at: moment)
        for completion in completions {
            deliver(completion, budget, &buffers)
            moment = clocks.microseconds()
            flushSendBatch(at: &moment, &buffers)
        }
        buffers.sendBatch.close()
        flushSendBatch(at: &moment, &buffers)
        completions.removeAll(keepingCapacity: true)
    }

    private func deliver(
        _ completion: LaneMailbox.Completion, _ budget: WorkBudget, _ buffers: inout RequestBuffers
    ) {
        guard let connection = connections.connection(waitingFor: completion.handle) else { return }
        var context = connection.context
        if isDraining, RequestParser.hasNoRequest(connection.input.span, from: 0) {
            context.closes = true
        }
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(context)
        completion.write(&buffers.response)
        guard !buffers.response.isAbandoned else { return close(connection) }
        // Without a status the response is incomplete; another completion follows.
        guard buffers.response.status != nil else {
            connection.record.bytes += buffers.response.out.count
            return
        }
        connection.record.take(buffers.response.status, to: buffers.response.out.count)
        recordEnd(connection)
        connection.state.answered(closes: buffers.response.context.closes)
        if connection.state.phase == .head, !connection.input.isEmpty, budget.isSpent(self) {
            // The requests after it wait until others have had their turn.
            flush(connection, &buffers)
            if !connection.isClosed { readyQueue.enqueue(connection) }
        } else {
            resume(connection, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }
}
