import HTTP

extension Lane {
    /// Writes the answers that came from other threads, and goes on with those connections.
    ///
    /// Once in a round: one that comes meanwhile wakes the lane, and others have their turn before
    /// it.
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
        let slot = Int(completion.handle.slot)
        guard slot < connections.count, let connection = connections[slot],
            connection.requestGeneration == completion.handle.generation,
            connection.state.phase == .answering
        else { return }
        var context = connection.context
        if drainDeadline != nil, RequestParser.hasNoRequest(connection.input.span, from: 0) {
            context.closes = true
        }
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(context)
        completion.write(&buffers.response)
        // It has not come to its end, and is to be posted again.
        guard buffers.response.status != nil else {
            connection.record.bytes += buffers.response.out.count
            return
        }
        connection.record.take(buffers.response.status, to: buffers.response.out.count)
        recordEnd(connection)
        connection.state.answered(closes: buffers.response.context.closes)
        if connection.state.phase == .head, !connection.input.isEmpty, budget.isSpent(self) {
            // The requests behind it have their turn when others have had theirs.
            flush(connection, &buffers)
            if !connection.isClosed { enqueue(connection) }
        } else {
            resume(connection, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }
}
