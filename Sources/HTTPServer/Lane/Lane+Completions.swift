import HTTP

/// Responses that come later: from other threads through the mailbox, and from the handler when its
/// rows have arrived.
extension Lane {
    /// Takes the completions from other threads, and continues with their connections.
    ///
    /// Once in a round: a completion that arrives meanwhile wakes the lane again, and other
    /// connections have their turn first.
    func deliver(_ buffers: inout RequestBuffers) {
        mailbox.collect(&completions)
        guard !completions.isEmpty else { return }
        let budget = WorkBudget(self)
        var moment = clocks.microseconds()
        buffers.sendBatch.open(for: completions.count, at: moment)
        for (handle, completion) in completions {
            switch completion {
            case .response(let write):
                complete(handle, budget, &buffers) { response in
                    write(&response)
                    return .written
                }
            case .resumption: resume(handle)
            }
            moment = clocks.microseconds()
            flushSendBatch(at: &moment, &buffers)
        }
        buffers.sendBatch.close()
        flushSendBatch(at: &moment, &buffers)
        completions.removeAll(keepingCapacity: true)
    }

    /// Writes a response that was deferred, and continues with its connection.
    func complete(
        _ handle: RequestHandle, _ budget: WorkBudget, _ buffers: inout RequestBuffers,
        _ write: (inout ResponseWriter) -> HandlerResult
    ) {
        guard let connection = connections.connection(named: handle),
            case .answering(let pending) = connection.state.phase
        else { return }
        var context = pending.context
        if isDraining, RequestParser.hasNoRequest(connection.input.span, from: 0) {
            context.closes = true
        }
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(context)
        let result = write(&buffers.response)
        guard !buffers.response.isAbandoned else { return close(connection) }
        connection.record.take(buffers.response.status, to: buffers.response.out.count)
        switch result {
        case .written:
            recordEnd(connection)
            connection.state.answered(closes: buffers.response.context.closes)
            if connection.isInHead, !connection.input.isEmpty, budget.isSpent(self) {
                // The requests after it wait until other connections have had their turn.
                flush(connection, &buffers)
                if !connection.isClosed { readyQueue.enqueue(connection) }
            } else {
                resume(connection, &buffers)
            }
        case .deferred: break
        case .stream(let stream):
            begin(stream, connection, buffers)
            flush(connection, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }

    /// Has a stream that waits filled again.
    func resume(_ handle: RequestHandle) {
        guard let connection = connections.connection(named: handle),
            let streamed = connection.streamed, streamed.isWaiting
        else { return }
        streamed.isWaiting = false
        readyQueue.enqueue(connection)
    }

    /// Lets the handler continue with the results that have arrived.
    func advanceHandler(_ buffers: inout RequestBuffers) {
        let isDue = handler.deadline.map { $0 <= now } ?? false
        guard isHandlerAwake.take() || isHandlerReady || isDue else { return }
        isHandlerReady = false
        let advance = handlerAdvance ?? HandlerAdvance(self)
        handlerAdvance = advance
        advance.begin(&buffers)
        handler.advance(advance, at: now)
        advance.end(&buffers)
    }

    /// Continues with a request that was admitted later.
    fileprivate func admit(
        _ handle: RequestHandle, _ admission: Admission, _ buffers: inout RequestBuffers
    ) {
        guard let connection = connections.connection(named: handle),
            case .admitting = connection.state.phase
        else { return }
        connection.state.admit(admission)
        resume(connection, &buffers)
        if !connection.isClosed { park(connection) }
    }
}

/// The waiting requests of a lane, while its handler advances.
///
/// Meanwhile it holds the lane's buffers, because the handler, which calls back, has none.
final class HandlerAdvance: WaitingRequests {
    private unowned let lane: Lane
    private var budget: WorkBudget
    /// The lane's, between `begin` and `end`; otherwise unused ones, which are swapped with them.
    private var buffers = RequestBuffers()
    private var moment = 0

    init(_ lane: Lane) {
        self.lane = lane
        budget = WorkBudget(lane)
    }

    /// Takes the lane's buffers.
    func begin(_ buffers: inout RequestBuffers) {
        swap(&self.buffers, &buffers)
        budget = WorkBudget(lane)
        moment = lane.clocks.microseconds()
        // Many replies are expected.
        self.buffers.sendBatch.open(for: .max, at: moment)
    }

    /// Sends the remaining output and returns the buffers.
    func end(_ buffers: inout RequestBuffers) {
        self.buffers.sendBatch.close()
        moment = lane.clocks.microseconds()
        lane.flushSendBatch(at: &moment, &self.buffers)
        swap(&self.buffers, &buffers)
    }

    func admit(_ handle: RequestHandle, _ admission: Admission) {
        lane.admit(handle, admission, &buffers)
        didSend(handle)
    }

    func reply(to handle: RequestHandle, _ write: (inout ResponseWriter) -> HandlerResult) {
        lane.complete(handle, budget, &buffers, write)
        didSend(handle)
    }

    func resume(_ handle: RequestHandle) {
        lane.resume(handle)
    }

    private func didSend(_ handle: RequestHandle) {
        if let connection = lane.connections.connection(named: handle) {
            lane.adjustPriority(connection, since: &moment)
        }
        lane.flushSendBatch(at: &moment, &buffers)
    }
}
