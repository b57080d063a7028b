import HTTP

extension Lane {
    /// Leaves a connection until its next event: sets what the poller watches it for, and its
    /// deadline.
    func park(_ connection: Connection) {
        if let streamed = connection.streamed, !connection.hasOutput, !streamed.isWaiting {
            readyQueue.enqueue(connection)
        }
        watch(connection, connection.pendingInterest)
        guard !connection.isClosed else { return }
        let wait = connection.pendingWait
        if deadlines.begin(wait, for: connection, at: now) { schedule(connection) }
        count(connection, as: wait)
    }

    func watch(_ connection: Connection, _ interest: Interest) {
        guard interest != connection.interest else { return }
        do throws(Errno) {
            try poller.change(connection.socket.number, interest)
            connection.interest = interest
        } catch {
            close(connection)
        }
    }

    /// Adds a timer for a connection's deadline.
    func schedule(_ connection: Connection) {
        if deadlines.schedule(connection) { deadlines.prune(in: connections) }
    }

    /// Times out connections whose deadline has passed, within a work budget: thousands of
    /// connections that were opened together expire in the same second.
    func fireTimers(_ buffers: inout RequestBuffers) {
        deadlines.advance(to: now, in: connections)
        guard deadlines.hasExpired else { return }
        let budget = WorkBudget(self)
        while deadlines.hasExpired, !budget.isSpent(self) {
            guard let connection = deadlines.nextExpired(at: now) else { continue }
            timeOut(connection, &buffers)
        }
    }

    private func timeOut(_ connection: Connection, _ buffers: inout RequestBuffers) {
        if connection.wait == .slowReader { metrics?.count(.slowReader) }
        switch connection.wait {
        case .request, .slowReader, .linger: close(connection)
        case .answer: break
        case .quietStream: heartbeat(connection, &buffers)
        case .head: abandonHead(connection, &buffers)
        case .body: abandonBody(connection, .timedOut, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }
}
