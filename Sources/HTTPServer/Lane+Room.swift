import HTTP

extension Lane {
    /// How many milliseconds may be between two parts that a client takes of what became of a write.
    private static let longestPause = 1_000

    /// Sees to it that what is kept for clients stays within its bounds:
    /// whoever has most gives way.
    ///
    /// Refusing the newcomer instead would let a few who stall keep everybody else out.
    func relieve(_ papers: inout Papers) {
        // Nobody is left alone with a write that has been taken: its answer is on the way.
        while requestBytes > limits.requestBytesHeld,
            let largest = largest({ $0.state.phase == .answering ? 0 : $0.requestBytes })
        {
            switch largest.state.phase {
            case .body: giveUpBody(largest, .overloaded, &papers)
            case .head where largest.wait == .head: giveUpHead(largest, &papers)
            case .head, .answering, .streaming, .lingering: close(largest)
            }
            if !largest.isClosed { park(largest) }
        }
        cutAnswers(downTo: limits.answerBytesHeld) { isTakingOutcome($0) ? 0 : $0.output.count }
        cutAnswers(downTo: 2 * limits.answerBytesHeld) { $0.output.count }
    }

    private func cutAnswers(downTo bytes: Int, _ size: (Connection) -> Int) {
        while answerBytes > bytes, let largest = largest(size) {
            figures?.count(.unreadAnswers)
            close(largest)
        }
    }

    /// Whether a client reads what became of a write, and has taken some of that just now: the
    /// write is done, and who is cut off does not know that.
    private func isTakingOutcome(_ connection: Connection) -> Bool {
        !connection.note.method.isSafe && now - connection.waitingSince < Self.longestPause
    }

    /// Whether what is kept for clients is within its bounds.
    var hasRoom: Bool {
        requestBytes <= limits.requestBytesHeld && answerBytes <= limits.answerBytesHeld
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
            // In stints like whatever else ends, unless it asks for something before that.
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
