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
    private static let bytesInPump = 32_768
    /// How often waiting streams are asked without a reason: another process can write to the same
    /// database, and nobody wakes us then.
    private static let millisecondsBetweenLooks = 2_000
    /// How long a live stream is silent at most; proxies and clients give up after a minute or so.
    static let secondsBetweenBeats = 15

    /// Has the answers that were held delivered, and the streams that wait
    /// asked again soon, from any thread.
    ///
    /// What was done before this call is seen by a stream that is asked after the lane has set the
    /// flag anew, since both exchange it; and every stream is asked between that and its waiting.
    /// The flag is only set when a round begins, for what a stream goes by may be as old as that.
    /// So no stream goes on waiting for what has happened, and a lane without any is never woken.
    func releaseAnswers() {
        mailbox.release(ringing: isListening.exchange(false, ordering: .acquiringAndReleasing))
    }

    /// Puts the streams that wait in line, when something has happened or it is time to look.
    func hearNews() {
        guard liveStreams > 0 else { return }
        let wasWoken = !isListening.exchange(true, ordering: .acquiringAndReleasing)
        if wasWoken || !waiting.isEmpty && now >= nextLook { wakeWaiting() }
    }

    /// Puts all streams that wait in line.
    func wakeWaiting() {
        for connection in waiting where !connection.isClosed {
            connection.isWaiting = false
            standInLine(connection)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Takes over an answer in parts whose head is written.
    func begin(_ stream: any BodyStream, _ connection: Connection) {
        connection.stream = stream
        guard stream.isLive else { return }
        connection.isLive = true
        // Its turn comes in the next round at the earliest, behind
        // `hearNews`. To set the flag here would swallow a call for those who
        // are asked later in this round, by what was read before the call.
        liveStreams += 1
        figures?.listeners.set(liveStreams)
    }

    /// Lets go of what is sent in parts, whether or not it has come to its end.
    func endStream(_ connection: Connection) {
        connection.stream = nil
        if connection.isLive {
            liveStreams -= 1
            figures?.listeners.set(liveStreams)
        }
        connection.isLive = false
    }

    /// Writes the next parts of a stream: few, so that others get their
    /// turn, and little is kept for a client that stops reading.
    func pump(_ connection: Connection, _ papers: inout Papers) {
        guard let stream = connection.stream else { return }
        connection.note.bytes -= papers.response.out.count
        papers.response.begin(connection.context)
        if connection.isLive {
            // There is no time for the whole of it, but there is one for what is sent together.
            connection.answerDeadline = now + limits.answerSeconds * 1000
            // What is idle then is closed soon, without waiting for its client.
            if drainDeadline != nil { return finish(connection, &papers) }
        }
        var step = StreamStep.more
        while step == .more, papers.response.out.count < Self.bytesInPump {
            let before = papers.response.out.count
            step = stream.fill(&papers.response.body)
            papers.response.finishPart()
            // One that has nothing to say, and does not say so, must not be asked for ever.
            if papers.response.out.count == before { break }
        }
        // The client has taken what there was, or it would not be its turn.
        if papers.response.out.count > 0 || !connection.isLive { connection.wait = .answer }
        switch step {
        case .more: sendPart(connection, &papers)
        case .wait:
            wait(connection)
            sendPart(connection, &papers)
        case .end: finish(connection, &papers)
        case .failed:
            // Cut without the last chunk: the client sees that the content is not whole.
            papers.response.didSend()
            close(connection)
        }
    }

    /// Shows the client of a stream that waits that both are still there.
    func heartbeat(_ connection: Connection, _ papers: inout Papers) {
        guard let stream = connection.stream, !connection.hasOutput else { return }
        connection.wait = .answer
        connection.answerDeadline = now + limits.answerSeconds * 1000
        connection.note.bytes -= papers.response.out.count
        papers.response.begin(connection.context)
        stream.heartbeat(&papers.response.body)
        papers.response.finishPart()
        sendPart(connection, &papers)
    }

    /// Finds out whether a client that sends no more still listens.
    ///
    /// Its FIN says nothing of that (RFC 9293 §3.6). But one that has closed its socket answers the
    /// next bytes with a reset.
    func probe(_ connection: Connection, _ papers: inout Papers) {
        connection.hasFinishedSending = true
        heartbeat(connection, &papers)
    }

    private func wait(_ connection: Connection) {
        if waiting.isEmpty { nextLook = now + Self.millisecondsBetweenLooks }
        connection.isWaiting = true
        waiting.append(connection)
    }

    private func sendPart(_ connection: Connection, _ papers: inout Papers) {
        connection.note.bytes += papers.response.out.count
        flush(connection, &papers)
    }

    private func finish(_ connection: Connection, _ papers: inout Papers) {
        papers.response.finishParts()
        connection.note.bytes += papers.response.out.count
        noteEnd(connection)
        endStream(connection)
        connection.wait = .answer
        connection.state.answered(closes: connection.context.closes)
        resume(connection, &papers)
        // By the whole of it, and not by its last part.
        connection.isHeavy = true
    }
}
