import HTTP

extension Lane {
    /// Ends a connection. Its descriptor is closed when the round is over.
    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        uncount(connection)
        // A response that is cut off must not look complete, and content without chunks or a length
        // ends with its connection.
        if connection.hasOutput || connection.streamed != nil { connection.socket.resetOnClose() }
        endStream(connection)
        dropInput(connection)
        dropOutput(connection)
        connections.close(connection)
    }

    /// Closes the descriptors of connections that ended in this round, and only then releases their
    /// places: connections and descriptors together never exceed the limit.
    func releaseClosed() {
        let count = connections.closed.count
        guard count > 0 else { return }
        // A reference left in a queue would keep the descriptor open, and epoll would continue to
        // report it.
        readyQueue.remove(connections.closed)
        streams.removeClosed()
        deadlines.remove(connections.closed)
        for connection in connections.closed {
            poller.remove(connection.socket.number)
            connectionLimiter.forget(connection.socket.number)
        }
        connections.removeClosed()
        connectionLimiter.release(count)
    }

    /// Expires idle connections when the connection limit is reached.
    func closeIdle() {
        let time = now - limits.idleSecondsWhenFull * 1000
        for connection in connections.longestIdle(since: time) {
            // `fireTimers` closes a few in each round, unless a request arrives before that.
            connection.deadline = now
            deadlines.expire(connection)
        }
    }

    /// Closes connections while the lane drains; returns whether none is left.
    func drainRound(hasAnswered: Bool) -> Bool {
        let isQuiet = !hasAnswered && events.count == 0 && connections.closed.isEmpty
        for connection in drainState.next(in: connections, at: now, isQuiet: isQuiet) {
            close(connection)
        }
        // A connection that was just handed over is known only by its first event.
        return events.count == 0 && connections.isEmpty
    }
}
