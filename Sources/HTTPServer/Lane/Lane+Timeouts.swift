import HTTP

extension Lane {
    /// How many timers may be in the wheel without a look at what they are for.
    static let minTimerPruneThreshold = 1_024

    /// Leaves a connection until its next event: says what the lane watches
    /// it for, and until when it waits.
    func park(_ connection: Connection) {
        if connection.stream != nil, !connection.hasOutput, !connection.isWaiting {
            enqueue(connection)
        }
        var interest = connection.interest
        if connection.isQueued {
            interest = []
        } else if connection.hasOutput {
            interest = .write
        } else if connection.isWaiting {
            interest = connection.hasFinishedSending ? [] : .end
        } else {
            interest.remove(.write)
            switch connection.state.phase {
            case .head, .body, .lingering: interest.insert(.read)
            case .answering, .streaming: break
            }
        }
        watch(connection, interest)
        guard !connection.isClosed else { return }
        let kind = kind(of: connection)
        startTimeout(kind, connection)
        count(connection, as: kind)
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

    /// Gives up those whose deadline has passed; a few in each round, since thousands who came
    /// together end in the same second, and others are not to wait for all of them.
    func fireTimers(_ buffers: inout RequestBuffers) {
        wheel.advance(to: now / 1000) { entry in
            guard let connection = timedConnection(for: entry) else { return }
            connection.timerSecond = .max
            expire(connection)
        }
        guard !expired.isEmpty else { return }
        let budget = WorkBudget(self)
        var seen = 0
        while seen < expired.count, !budget.isSpent(self) {
            let connection = expired[seen]
            seen += 1
            connection.isExpired = false
            guard !connection.isClosed else { continue }
            if connection.deadline > now {
                scheduleTimer(connection)
            } else {
                timeOut(connection, &buffers)
            }
        }
        expired.removeFirst(seen)
    }

    /// Has a connection's deadline looked at as soon as there is time.
    func expire(_ connection: Connection) {
        guard !connection.isExpired else { return }
        connection.isExpired = true
        expired.append(connection)
    }

    func scheduleTimer(_ connection: Connection) {
        // Rounded up, so that nobody is cut off early.
        let second = (connection.deadline + 999) / 1000
        guard second < connection.timerSecond else { return }
        connection.timerSecond = wheel.insert(
            descriptor: connection.socket.number, generation: connection.generation, second: second)
        guard wheel.count > timerPruneThreshold else { return }
        // Of connections that come and go there would be more and more of them for as long as one is
        // let idle.
        wheel.keep { timedConnection(for: $0) != nil }
        timerPruneThreshold = max(Self.minTimerPruneThreshold, 2 * wheel.count)
    }

    /// The connection that a timer is for, nil when it has gone or has an earlier one.
    private func timedConnection(for entry: TimerWheel.Entry) -> Connection? {
        let slot = Int(entry.descriptor)
        guard slot < connections.count, let connection = connections[slot],
            connection.generation == entry.generation, connection.timerSecond == entry.second
        else { return nil }
        return connection
    }

    private func kind(of connection: Connection) -> Connection.Wait {
        if connection.hasOutput { return .reader }
        if connection.isWaiting { return .commit }
        if connection.stream != nil, !connection.isLive { return .reader }
        if connection.isQueued { return .answer }
        return switch connection.state.phase {
        case .head: connection.input.isEmpty ? .request : .head
        case .body: .body
        case .answering, .streaming: .answer
        case .lingering: .linger
        }
    }

    private func startTimeout(_ wait: Connection.Wait, _ connection: Connection) {
        // The time for a head or a reader runs from its beginning; the idle time from the last
        // request; and a body earns more by coming.
        let begins = wait != connection.wait || wait == .request || wait == .answer
        guard begins || wait == .body else { return }
        if begins { connection.waitingSince = now }
        connection.wait = wait
        let seconds =
            switch wait {
            case .request: limits.idleSeconds
            case .head: limits.headSeconds
            case .body:
                limits.bodySeconds + connection.requestBytes / limits.bodyBytesPerSecond
            case .reader: limits.writeSeconds
            case .commit: Self.secondsBetweenHeartbeats
            case .linger: limits.lingerSeconds
            case .answer: 0
            }
        // The writer always answers; there is nobody to be impatient with.
        guard wait != .answer else { return connection.deadline = .max / 2 }
        connection.deadline = connection.waitingSince + seconds * 1000
        if wait == .reader {
            connection.deadline = min(connection.deadline, connection.responseDeadline)
        }
        // A timer comes with the next whole second, and a heartbeat not later than was promised.
        if wait == .commit { connection.deadline -= connection.deadline % 1000 }
        scheduleTimer(connection)
    }

    private func timeOut(_ connection: Connection, _ buffers: inout RequestBuffers) {
        if connection.wait == .reader { metrics?.count(.slowReader) }
        switch connection.wait {
        case .request, .reader, .linger, .answer: close(connection)
        case .commit: heartbeat(connection, &buffers)
        case .head: abandonHead(connection, &buffers)
        case .body: abandonBody(connection, .timedOut, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }
}
