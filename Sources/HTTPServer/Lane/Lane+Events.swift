import Synchronization

extension Lane {
    /// Handles the events in the order of `eventOrder`: first connections that were cheap so far,
    /// then expensive and ending ones within a work budget.
    func handleEvents(_ received: inout [UInt8], _ buffers: inout RequestBuffers) {
        let begun = clocks.microseconds()
        var moment = begun
        let first = eventOrder.begin(at: begun).flatMap { events.index(of: $0) } ?? 0
        buffers.sendBatch.open(for: events.count, at: begun)
        for offset in 0..<events.count {
            let event = events[(first + offset) % events.count]
            if event.descriptor == mailbox.descriptor {
                handleWakeup()
                moment = clocks.microseconds()
                continue
            }
            if event.descriptor == handlerDescriptor {
                isHandlerReady = true
                continue
            }
            let connection = connection(event.descriptor)
            switch eventOrder.decide(event, isLowPriority: connection.isLowPriority, at: moment) {
            case .handle:
                handle(event, connection, since: &moment, &received, &buffers)
                flushSendBatch(at: &moment, &buffers)
            case .defer: deferredEvents.add(event)
            case .skip: skip(connection)
            }
        }
        buffers.sendBatch.close()
        flushSendBatch(at: &moment, &buffers)
        // With the batch closed, expensive responses are sent at once instead of waiting for each
        // other.
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
            return memory.isWithinLimits && !begun.isSpent(self)
        } skip: { event in
            skip(connection(event.descriptor))
        }
    }

    /// Leaves a connection with an event for the next round. The lane causes the delay, so the idle
    /// time starts again, and no deadline passes before the event is handled. The time of a body
    /// still runs from its beginning.
    private func skip(_ connection: Connection) {
        if connection.wait == .request { connection.waitingSince = now }
        connection.deadline = max(connection.deadline, now + 1)
    }

    private func handleWakeup() {
        mailbox.clearWakeup()
        answerLivenessProbes()
        // After `clearWakeup`: a wake-up from now on is handled in the next round.
        if !isDraining, isDrainRequested.load(ordering: .acquiring) {
            drainState.begin(deadline: now + limits.drainSeconds * 1000)
            streams.resumeAll(into: &readyQueue)
        }
    }

    private func handle(
        _ event: ReadyEvents.Event, _ connection: Connection, since moment: inout Int,
        _ received: inout [UInt8], _ buffers: inout RequestBuffers
    ) {
        defer { adjustPriority(connection, since: &moment) }
        // When both sides have finished sending, earlier input is still read: closing with unread
        // bytes resets the connection, and loses a response that the client has not read yet.
        let isLingering = event.isReadable && connection.isLingering
        guard !event.isBroken || isLingering else { return close(connection) }
        if event.isWritable { write(connection, &buffers) }
        if event.isReadable, !connection.isClosed { read(connection, &received, &buffers) }
        if event.isEnding, connection.streamed?.isWaiting == true {
            probe(connection, &buffers)
        }
        if !connection.isClosed { park(connection) }
    }

    /// The connection with a descriptor, which may just have been handed over.
    private func connection(_ number: Int32) -> Connection {
        if let connection = connections[number] { return connection }
        let connection = Connection(Descriptor(number), generation: connections.nextGeneration())
        connection.interest = [.read, .write]
        connection.waitingSince = now
        connections.insert(connection)
        count(connection, as: .request)
        return connection
    }
}
