import HTTP
import Telemetry

extension Lane {
    /// Sends what has been written for this connection, or adds it to the send batch, which is
    /// flushed soon; bytes that the client does not take are buffered.
    func flush(_ connection: Connection, _ buffers: inout RequestBuffers) {
        defer { buffers.response.didSend() }
        // Responses stay in order.
        if buffers.sendBatch.last == connection.socket.number { flushSendBatch(&buffers) }
        guard !connection.isClosed else { return }
        let length = buffers.response.out.count
        if length > 0 {
            written += length
            connection.prioritize(afterResponse: length)
            guard !connection.hasOutput else {
                return keepOutput(connection, buffers.response.out.span)
            }
            if connection.streamed == nil {
                connection.responseDeadline = now + limits.responseSeconds * 1000
            }
            // The last response is sent before the sending side is shut down.
            if buffers.sendBatch.isOpen, length <= SendBatch.longestResponse,
                connection.streamed == nil, !connection.isLingering
            {
                return buffers.sendBatch.add(buffers.response.out, for: connection.socket.number)
            }
            let transfer = connection.socket.send(buffers.response.out.span)
            guard took(transfer, of: buffers.response.out.span, connection) else { return }
        }
        endIfAnswered(connection)
    }

    /// Flushes the send batch if it is due, and advances `moment`, because the time of a flush
    /// counts for no connection.
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
            // It may have ended since, for example when the poller failed for lack of memory.
            guard let connection = connections[number] else { return }
            if took(transfer, of: answer, connection), connection.hasOutput { park(connection) }
        }
    }

    /// Buffers the part of the responses just sent that a client has not taken; false when the
    /// connection is broken.
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

    /// Sends buffered output, and continues with the connection when everything is sent.
    func write(_ connection: Connection, _ buffers: inout RequestBuffers) {
        if connection.hasOutput {
            let output = connection.output
            switch connection.socket.send(output.span.extracting(connection.outputSent...)) {
            case .bytes(let count):
                metrics?.sent.add(count)
                connection.outputSent += count
                precondition(connection.outputSent <= output.count, "more was sent than given")
            case .wouldBlock: return
            case .broken, .end: return close(connection)
            }
        }
        // The client has taken something: its next wait has a deadline of its own.
        connection.wait = .answer
        if connection.hasOutput { return }
        dropOutput(connection)
        // A stream continues in its turn.
        guard connection.streamed == nil else { return }
        endIfAnswered(connection)
        if connection.isReadyForInput { resume(connection, &buffers) }
    }

    /// Buffers the part of the responses just written that the client has not taken.
    private func keepOutput(_ connection: Connection, _ bytes: Span<UInt8>) {
        var output = connection.output
        connection.output = []
        output.append(bytes: bytes)
        connection.output = output
        memory.addResponse(bytes.count)
    }

    func dropOutput(_ connection: Connection) {
        memory.removeResponse(connection.output.count)
        connection.output = []
        connection.outputSent = 0
    }

    /// Finishes sending after the last response, and continues to read for a while.
    ///
    /// Closing at once would reset the connection when the client is still sending, and the reset
    /// can reach it before it has read the response (RFC 9112 §9.6).
    private func endIfAnswered(_ connection: Connection) {
        guard connection.isLingering, !connection.hasOutput else { return }
        guard connection.wait != .linger else { return }
        connection.socket.finishSending()
        dropInput(connection)
        connection.wait = .linger
        connection.deadline = now + limits.lingerSeconds * 1000
        schedule(connection)
    }
}
