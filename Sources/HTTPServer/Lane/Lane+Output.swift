import HTTP
import Telemetry

extension Lane {
    /// Up to how much of an answer a client is served before those who ask for more.
    private static let longestPriorityResponse = 32_768

    /// Sends what has been written for this connection, or adds it to the send batch, which is
    /// flushed soon; what the client does not take is kept for it.
    func flush(_ connection: Connection, _ buffers: inout RequestBuffers) {
        defer { buffers.response.didSend() }
        // Nothing overtakes the answer before it.
        if buffers.sendBatch.last == connection.socket.number { flushSendBatch(&buffers) }
        guard !connection.isClosed else { return }
        let length = buffers.response.out.count
        if length > 0 {
            written += length
            connection.isLowPriority =
                connection.stream != nil || length > Self.longestPriorityResponse
            guard !connection.hasOutput else {
                return keepOutput(connection, buffers.response.out.span)
            }
            if connection.stream == nil {
                connection.responseDeadline = now + limits.responseSeconds * 1000
            }
            // A last answer has to be out before its end is said.
            if buffers.sendBatch.isOpen, length <= SendBatch.longestResponse,
                connection.stream == nil,
                connection.state.phase != .lingering
            {
                return buffers.sendBatch.add(buffers.response.out, for: connection.socket.number)
            }
            let transfer = connection.socket.send(buffers.response.out.span)
            guard took(transfer, of: buffers.response.out.span, connection) else { return }
        }
        endIfAnswered(connection)
    }

    /// Sends the small answers that were to leave together if it is time for that, and looks at the
    /// clock again: it was no work for whoever is next.
    func flushSendBatch(at moment: inout Int, _ buffers: inout RequestBuffers) {
        guard buffers.sendBatch.isDue(at: moment) else { return }
        if !buffers.sendBatch.isEmpty {
            flushSendBatch(&buffers)
            moment = clocks.microseconds()
        }
        buffers.sendBatch.wasFlushed(at: moment)
    }

    private func flushSendBatch(_ buffers: inout RequestBuffers) {
        buffers.sendBatch.flush { number, answer, transfer in
            // It may have ended since, if only because the kernel had no memory for watching it.
            guard let connection = connections[Int(number)] else { return }
            if took(transfer, of: answer, connection), connection.hasOutput { park(connection) }
        }
    }

    /// Keeps what a client has not taken of the answers just sent; false when it is gone.
    private func took(
        _ transfer: Transfer, of answers: Span<UInt8>, _ connection: Connection
    ) -> Bool {
        switch transfer {
        case .bytes(let count):
            metrics?.sent.add(count)
            if count < answers.count { keepOutput(connection, answers.extracting(count...)) }
        case .wouldBlock: keepOutput(connection, answers)
        case .broken, .end:
            close(connection)
            return false
        }
        return true
    }

    /// Goes on with what the client can take now.
    func write(_ connection: Connection, _ buffers: inout RequestBuffers) {
        if connection.hasOutput {
            let output = connection.output
            switch connection.socket.send(output.span.extracting(connection.outputSent...)) {
            case .bytes(let count):
                metrics?.sent.add(count)
                connection.outputSent += count
            case .wouldBlock: return
            case .broken, .end: return close(connection)
            }
        }
        // The client has taken something: what it does next has a time of its own.
        connection.wait = .answer
        if connection.hasOutput { return }
        dropOutput(connection)
        // A stream goes on when it is its turn.
        guard connection.stream == nil else { return }
        endIfAnswered(connection)
        if !connection.isClosed, connection.state.phase == .head {
            resume(connection, &buffers)
        }
    }

    /// Keeps what the client has not taken of the answers just written.
    private func keepOutput(_ connection: Connection, _ bytes: Span<UInt8>) {
        var output = connection.output
        connection.output = []
        output.append(bytes: bytes)
        connection.output = output
        responseBytes += bytes.count
    }

    /// Forgets what was kept for the client.
    func dropOutput(_ connection: Connection) {
        responseBytes -= connection.output.count
        connection.output = []
        connection.outputSent = 0
    }

    /// After the last answer is out: says so, and reads on for a while.
    ///
    /// Closing at once would reset the connection when the client is still sending, and the reset
    /// can reach it before it has read the answer (RFC 9112 §9.6).
    private func endIfAnswered(_ connection: Connection) {
        guard connection.state.phase == .lingering, !connection.hasOutput else { return }
        guard connection.wait != .linger else { return }
        connection.socket.finishSending()
        dropInput(connection)
        connection.wait = .linger
        connection.deadline = now + limits.lingerSeconds * 1000
        scheduleTimer(connection)
    }
}
