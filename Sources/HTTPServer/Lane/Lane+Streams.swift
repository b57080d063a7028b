import HTTP
import Synchronization
import Telemetry

/// Responses in parts, live streams among them, which wait for the revision signal.
///
///     queued ──► pump ──► more: queued again, once the client has taken the part
///        ▲         └────► wait ──► resumed; a live one by a signal, or a poll ──┐
///        └──────────────────────────────────────────────────────────────────────┘
extension Lane {
    /// How many bytes of a stream are written before they are sent. The lane may have to buffer as
    /// many for each client that stops reading.
    private static let bytesPerPump = 32_768

    /// Delivers the completions that were held, and wakes the lane if a stream waits for the signal;
    /// from any thread.
    ///
    /// No stream misses a commit. Lane and writer exchange the flag, so a stream that is polled
    /// after the lane has set it sees what was committed before this call cleared it, and each
    /// stream is polled between the setting and its wait. The lane sets the flag only when a round
    /// begins, because a stream may read data as old as that. A lane without live streams is never
    /// woken.
    func receiveRevisionSignal() {
        mailbox.release(
            waking: awaitsRevisionSignal.exchange(false, ordering: .acquiringAndReleasing))
    }

    /// Queues the waiting streams after a signal, or when a poll is due.
    func checkRevisionSignal() {
        guard streams.live > 0 else { return }
        let wasWoken = !awaitsRevisionSignal.exchange(true, ordering: .acquiringAndReleasing)
        streams.resume(afterSignal: wasWoken, at: now, into: &readyQueue)
    }

    /// Takes over a response in parts, whose head may be written.
    ///
    /// It is polled in the next round at the earliest, after `checkRevisionSignal`. If the flag
    /// were set here, streams that are polled later in this round would miss a commit: they read
    /// data from before it.
    func begin(
        _ stream: any ResponseStream, _ connection: Connection, _ buffers: borrowing RequestBuffers
    ) {
        let streamed = StreamedResponse(
            stream, buffers.response.context, hasHead: buffers.response.status != nil)
        connection.state.stream(streamed)
        connection.responseDeadline = now + limits.responseSeconds * 1000
        if streams.begin(streamed) { metrics?.listeners.set(streams.live) }
    }

    /// Drops a stream, whether or not it is complete.
    func endStream(_ connection: Connection) {
        guard let streamed = connection.streamed, streams.end(streamed) else { return }
        metrics?.listeners.set(streams.live)
    }

    /// Writes the next parts of a stream.
    func pump(
        _ streamed: StreamedResponse, _ connection: Connection, _ buffers: inout RequestBuffers
    ) {
        connection.record.bytes -= buffers.response.out.count
        if !streamed.hasHead, isDraining,
            RequestParser.hasNoRequest(connection.input.span, from: 0)
        {
            streamed.context.closes = true
        }
        buffers.response.begin(streamed.context)
        if streamed.isLive {
            // A live stream has no time limit as a whole; each part that is sent has one.
            connection.responseDeadline = now + limits.responseSeconds * 1000
            // Once idle the connection is closed by the drain.
            if isDraining, streamed.hasHead { return finish(connection, &buffers) }
        }
        var step = StreamStep.more
        while step == .more, buffers.response.out.count < Self.bytesPerPump {
            let before = buffers.response.out.count
            step = streamed.stream.fill(&buffers.response)
            if !streamed.hasHead, let status = buffers.response.status {
                streamed.hasHead = true
                streamed.context = buffers.response.context
                connection.record.status = status
                connection.responseDeadline = now + limits.responseSeconds * 1000
            }
            buffers.response.finishPart()
            // A stream that returns `.more` without output must not be polled in a loop.
            if buffers.response.out.count == before { break }
        }
        // Its head was late.
        if isDraining, streamed.isLive, streamed.hasHead, step != .failed { step = .end }
        // The client has taken all earlier output, or this would not be the stream's turn.
        if buffers.response.out.count > 0 || !streamed.isLive { connection.wait = .answer }
        switch step {
        case .more: sendPart(connection, &buffers)
        case .wait:
            streams.wait(streamed, on: connection, at: now)
            sendPart(connection, &buffers)
        case .end: finish(connection, &buffers)
        case .failed:
            // Cut without the last chunk: the client sees that the content is incomplete.
            buffers.response.didSend()
            close(connection)
        }
    }

    /// Sends a sign of life to the client of a waiting stream.
    func heartbeat(_ connection: Connection, _ buffers: inout RequestBuffers) {
        guard let streamed = connection.streamed, streamed.hasHead, !connection.hasOutput else {
            return
        }
        connection.wait = .answer
        connection.responseDeadline = now + limits.responseSeconds * 1000
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(streamed.context)
        streamed.stream.heartbeat(&buffers.response.body)
        buffers.response.finishPart()
        sendPart(connection, &buffers)
    }

    /// Tests whether a client that has finished sending still reads.
    ///
    /// A FIN does not show it (RFC 9293 §3.6). A client that has closed its socket answers the next
    /// bytes with a reset.
    func probe(_ connection: Connection, _ buffers: inout RequestBuffers) {
        connection.streamed?.hasFinishedSending = true
        heartbeat(connection, &buffers)
    }

    private func sendPart(_ connection: Connection, _ buffers: inout RequestBuffers) {
        connection.record.bytes += buffers.response.out.count
        flush(connection, &buffers)
    }

    private func finish(_ connection: Connection, _ buffers: inout RequestBuffers) {
        buffers.response.finishParts()
        connection.record.bytes += buffers.response.out.count
        recordEnd(connection)
        endStream(connection)
        connection.wait = .answer
        connection.state.answered(closes: buffers.response.context.closes)
        flush(connection, &buffers)
        // The next request gets its turn when the stream has released its resources.
        if connection.isInHead, !connection.input.isEmpty { readyQueue.enqueue(connection) }
        // Its last part may have been small; the response as a whole was not.
        connection.isLowPriority = true
    }
}
