import Synchronization

extension Lane {
    /// For how many microseconds a lane sees to those who have asked for little until now, and may
    /// all want much at once.
    private static let longestRound = 20_000

    /// Sees to what is ready: first to those whose last answer was small and soon
    /// made and who stay, then to the others as long as that is little work, so that a
    /// crowd that asks for much, or that leaves all at once, keeps nobody else waiting.
    ///
    /// What is passed over is told again in the next round. The kernel tells in the same order each
    /// time, so that round begins with the first for whom this one had no time.
    func handleEvents(_ received: inout [UInt8], _ buffers: inout RequestBuffers) {
        let first = firstSkipped.flatMap { events.index(of: $0) } ?? 0
        firstSkipped = nil
        let begun = clocks.microseconds()
        var moment = begun
        buffers.sendBatch.open(for: events.count, at: begun)
        for offset in 0..<events.count {
            let event = events[(first + offset) % events.count]
            if event.descriptor == mailbox.descriptor {
                handleWakeup()
                moment = clocks.microseconds()
                continue
            }
            let connection = connection(event.descriptor)
            if connection.isLowPriority || event.isEnding || event.isBroken {
                deferredEvents.add(event)
            } else if moment - begun < Self.longestRound {
                handle(event, connection, since: &moment, &received, &buffers)
                flushSendBatch(at: &moment, &buffers)
            } else {
                // Those who have asked for little until now may all want much at once.
                if firstSkipped == nil { firstSkipped = event.descriptor }
                skip(connection)
            }
        }
        buffers.sendBatch.close()
        flushSendBatch(at: &moment, &buffers)
        // What is dear to make is sent at once: nobody is to wait for the next one.
        serveDeferredEvents(since: &moment, &received, &buffers)
    }

    private func serveDeferredEvents(
        since moment: inout Int, _ received: inout [UInt8], _ buffers: inout RequestBuffers
    ) {
        var budget: WorkBudget?
        deferredEvents.serve { event in
            let begun = budget ?? WorkBudget(self)
            budget = begun
            handle(event, connection(event.descriptor), since: &moment, &received, &buffers)
            return isWithinMemoryLimits && !begun.isSpent(self)
        } skip: { event in
            skip(connection(event.descriptor))
        }
    }

    /// Does nothing for a connection in this round. It is the lane that is late: whoever has sent
    /// something is not idle, and nobody's time is over before the lane has looked. A body's time
    /// goes on from when it began.
    private func skip(_ connection: Connection) {
        if connection.wait == .request { connection.waitingSince = now }
        connection.deadline = max(connection.deadline, now + 1)
    }

    private func handleWakeup() {
        mailbox.clearWakeup()
        answerLivenessProbes()
        // Not before: a wake-up that comes now is handled in the next round.
        if drainDeadline == nil, isDrainRequested.load(ordering: .acquiring) {
            drainDeadline = now + limits.drainSeconds * 1000
            resumeWaitingStreams()
        }
    }

    private func handle(
        _ event: ReadyEvents.Event, _ connection: Connection, since moment: inout Int,
        _ received: inout [UInt8], _ buffers: inout RequestBuffers
    ) {
        defer { adjustPriority(connection, since: &moment) }
        // When both have said that they send no more, what came before is still to be read: closing
        // on unread bytes resets the connection, and what the client has not taken yet is lost.
        let isLingering = event.isReadable && connection.state.phase == .lingering
        guard !event.isBroken || isLingering else { return close(connection) }
        if event.isWritable { write(connection, &buffers) }
        if event.isReadable, !connection.isClosed { read(connection, &received, &buffers) }
        if event.isEnding, !connection.isClosed, connection.isWaiting {
            probe(connection, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }

    /// The connection with that descriptor, which may have been handed over just now.
    private func connection(_ number: Int32) -> Connection {
        let slot = Int(number)
        if slot >= connections.count {
            connections.append(contentsOf: repeatElement(nil, count: slot + 64 - connections.count))
        }
        if let connection = connections[slot] { return connection }
        let connection = Connection(Descriptor(number), generation: nextGeneration())
        connection.interest = [.read, .write]
        connection.waitingSince = now
        connections[slot] = connection
        count(connection, as: .request)
        return connection
    }
}
