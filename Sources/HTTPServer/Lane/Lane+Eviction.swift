import HTTP

extension Lane {
    /// How many milliseconds may be between two parts that a client takes of what became of a write.
    private static let longestPause = 1_000

    /// Sees to it that what is kept for clients stays within its bounds:
    /// whoever has most gives way.
    ///
    /// Refusing the newcomer instead would let a few who stall keep everybody else out.
    func evict(_ buffers: inout RequestBuffers) {
        // Nobody is left alone with a write that has been taken: its answer is on the way.
        while requestBytes > limits.bufferedRequestBytes,
            let largest = largest({ $0.state.phase == .answering ? 0 : $0.requestBytes })
        {
            switch largest.state.phase {
            case .body: abandonBody(largest, .overloaded, &buffers)
            case .head where largest.wait == .head: abandonHead(largest, &buffers)
            case .head, .answering, .streaming, .lingering: close(largest)
            }
            if !largest.isClosed { park(largest) }
        }
        evictResponses(downTo: limits.bufferedResponseBytes) {
            isReadingWriteResult($0) ? 0 : $0.output.count
        }
        evictResponses(downTo: 2 * limits.bufferedResponseBytes) { $0.output.count }
    }

    private func evictResponses(downTo bytes: Int, _ size: (Connection) -> Int) {
        while responseBytes > bytes, let largest = largest(size) {
            metrics?.count(.unreadAnswers)
            close(largest)
        }
    }

    /// Whether a client reads what became of a write, and has taken some of that just now: the
    /// write is done, and who is cut off does not know that.
    private func isReadingWriteResult(_ connection: Connection) -> Bool {
        !connection.record.method.isSafe && now - connection.waitingSince < Self.longestPause
    }

    /// Whether what is kept for clients is within its bounds.
    var isWithinMemoryLimits: Bool {
        requestBytes <= limits.bufferedRequestBytes && responseBytes <= limits.bufferedResponseBytes
    }

    /// Ends what has been idle for a while, the half of it that has been so for longest, since
    /// newcomers find no room.
    func closeIdle() {
        let before = now - limits.idleSecondsWhenFull * 1000
        var idle = connections.compactMap { $0 }.filter { connection in
            connection.isIdle && connection.waitingSince <= before
        }
        idle.sort { $0.waitingSince < $1.waitingSince }
        for connection in idle.prefix((idle.count + 1) / 2) {
            // Within work budgets, like whatever else ends, unless it asks for something before
            // that.
            connection.deadline = now
            expire(connection)
        }
    }

    /// The connection that has most of something, nil when none has any.
    private func largest(_ size: (Connection) -> Int) -> Connection? {
        var found: Connection?
        var most = 0
        for case let connection? in connections where size(connection) > most {
            most = size(connection)
            found = connection
        }
        return found
    }
}
