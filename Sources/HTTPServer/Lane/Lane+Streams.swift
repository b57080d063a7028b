import HTTP
import Synchronization
import Telemetry

/// Answers in parts, and among them those without an end, which wait for something to happen.
///
///     in line ──► pump ──► more: in line again, once the client has taken it
///        ▲          └────► wait ──► a commit, or two seconds ──┐
///        └─────────────────────────────────────────────────────┘
extension Lane {
    /// How much of a stream is written before it is sent; a thousand clients
    /// that stop reading keep a thousand of these.
    private static let bytesPerPump = 32_768
    /// How often waiting streams are asked without a reason: another process can write to the same
    /// database, and nobody wakes us then.
    private static let millisecondsBetweenPolls = 2_000
    /// How long a live stream is silent at most; proxies and clients give up after a minute or so.
    static let secondsBetweenHeartbeats = 15

    /// Has the answers that were held delivered, and the streams that wait
    /// asked again soon, from any thread.
    ///
    /// What was done before this call is seen by a stream that is asked after the lane has set the
    /// flag anew, since both exchange it; and every stream is asked between that and its waiting.
    /// The flag is only set when a round begins, for what a stream goes by may be as old as that.
    /// So no stream goes on waiting for what has happened, and a lane without any is never woken.
    func releaseCompletions() {
        mailbox.release(waking: awaitsCommits.exchange(false, ordering: .acquiringAndReleasing))
    }

    /// Puts the streams that wait in line, when something has happened or it is time to look.
    func checkCommits() {
        guard liveStreams > 0 else { return }
        let wasWoken = !awaitsCommits.exchange(true, ordering: .acquiringAndReleasing)
        if wasWoken || !waitingStreams.isEmpty && now >= nextPoll { resumeWaitingStreams() }
    }

    /// Puts all streams that wait in line.
    func resumeWaitingStreams() {
        for connection in waitingStreams where !connection.isClosed {
            connection.isWaiting = false
            enqueue(connection)
        }
        waitingStreams.removeAll(keepingCapacity: true)
    }

    /// Takes over an answer in parts whose head is written.
    func begin(_ stream: any BodyStream, _ connection: Connection) {
        connection.stream = stream
        guard stream.isLive else { return }
        connection.isLive = true
        // Its turn comes in the next round at the earliest, behind
        // `checkCommits`. To set the flag here would swallow a call for those who
        // are asked later in this round, by what was read before the call.
        liveStreams += 1
        metrics?.listeners.set(liveStreams)
    }

    /// Lets go of what is sent in parts, whether or not it has come to its end.
    func endStream(_ connection: Connection) {
        connection.stream = nil
        if connection.isLive {
            liveStreams -= 1
            metrics?.listeners.set(liveStreams)
        }
        connection.isLive = false
    }

    /// Writes the next parts of a stream: few, so that others get their
    /// turn, and little is kept for a client that stops reading.
    func pump(_ connection: Connection, _ buffers: inout RequestBuffers) {
        guard let stream = connection.stream else { return }
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(connection.context)
        if connection.isLive {
            // There is no time for the whole of it, but there is one for what is sent together.
            connection.responseDeadline = now + limits.responseSeconds * 1000
            // What is idle then is closed soon, without waiting for its client.
            if drainDeadline != nil { return finish(connection, &buffers) }
        }
        var step = StreamStep.more
        while step == .more, buffers.response.out.count < Self.bytesPerPump {
            let before = buffers.response.out.count
            step = stream.fill(&buffers.response.body)
            buffers.response.finishPart()
            // One that has nothing to say, and does not say so, must not be asked for ever.
            if buffers.response.out.count == before { break }
        }
        // The client has taken what there was, or it would not be its turn.
        if buffers.response.out.count > 0 || !connection.isLive { connection.wait = .answer }
        switch step {
        case .more: sendPart(connection, &buffers)
        case .wait:
            wait(connection)
            sendPart(connection, &buffers)
        case .end: finish(connection, &buffers)
        case .failed:
            // Cut without the last chunk: the client sees that the content is not whole.
            buffers.response.didSend()
            close(connection)
        }
    }

    /// Shows the client of a stream that waits that both are still there.
    func heartbeat(_ connection: Connection, _ buffers: inout RequestBuffers) {
        guard let stream = connection.stream, !connection.hasOutput else { return }
        connection.wait = .answer
        connection.responseDeadline = now + limits.responseSeconds * 1000
        connection.record.bytes -= buffers.response.out.count
        buffers.response.begin(connection.context)
        stream.heartbeat(&buffers.response.body)
        buffers.response.finishPart()
        sendPart(connection, &buffers)
    }

    /// Finds out whether a client that sends no more still listens.
    ///
    /// Its FIN says nothing of that (RFC 9293 §3.6). But one that has closed its socket answers the
    /// next bytes with a reset.
    func probe(_ connection: Connection, _ buffers: inout RequestBuffers) {
        connection.hasFinishedSending = true
        heartbeat(connection, &buffers)
    }

    private func wait(_ connection: Connection) {
        if waitingStreams.isEmpty { nextPoll = now + Self.millisecondsBetweenPolls }
        connection.isWaiting = true
        waitingStreams.append(connection)
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
        connection.state.answered(closes: connection.context.closes)
        resume(connection, &buffers)
        // By the whole of it, and not by its last part.
        connection.isLowPriority = true
    }
}
