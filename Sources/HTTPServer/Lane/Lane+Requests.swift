import HTTP
import Telemetry

extension Lane {
    /// Reads what has arrived and answers the complete requests.
    func read(_ connection: Connection, _ received: inout [UInt8], _ buffers: inout RequestBuffers)
    {
        switch connection.stage {
        case .lingering: return discard(connection, &received)
        case .admitting, .admitted, .ready, .answering, .streaming, .closed:
            // The next request stays in the kernel, and TCP slows its sender down.
            watch(connection, connection.interest.subtracting(.read))
            return
        case .head, .body: break
        }
        switch connection.socket.receive(into: &received, from: 0) {
        case .wouldBlock: return
        // All requests are answered by then: they are read before the end, and nothing is read
        // while a response is in progress.
        case .end, .broken: return close(connection)
        case .bytes(let count):
            metrics?.received.add(count)
            if connection.input.isEmpty {
                let used = process(connection, received.span.extracting(0..<count), &buffers)
                // Nearly always all is used.
                if used < count { keep(connection, received.span.extracting(used..<count)) }
            } else {
                connection.input.append(bytes: received.span.extracting(0..<count))
                processInput(connection, &buffers)
            }
        }
        flush(connection, &buffers)
    }

    /// Continues with a connection whose response has just been written.
    func resume(_ connection: Connection, _ buffers: inout RequestBuffers) {
        if !connection.input.isEmpty { processInput(connection, &buffers) }
        flush(connection, &buffers)
    }

    /// Answers a request without waiting for the rest of its body, from its buffered head.
    func abandonBody(_ connection: Connection, _ fault: BodyFault, _ buffers: inout RequestBuffers)
    {
        let input = connection.input
        guard case .done = parser.parse(input.span, into: &buffers.head),
            case .answer(let content, _) = connection.state.abandonBody(fault)
        else { return close(connection) }
        answer(connection, input.span, content, &buffers)
        dropInput(connection)
        flush(connection, &buffers)
    }

    /// Answers a client that was too slow with its head.
    func abandonHead(_ connection: Connection, _ buffers: inout RequestBuffers) {
        let input = connection.input
        _ = parser.parse(input.span, into: &buffers.head)
        let mark = buffers.response.out.count
        beginRefusal(input.span, &buffers)
        handler.refuseSlowHead(&buffers.response)
        recordRefusal(.slowHead, buffers, from: mark)
        connection.state.refused()
        dropInput(connection)
        flush(connection, &buffers)
    }

    /// Answers the buffered requests, and keeps the rest.
    private func processInput(_ connection: Connection, _ buffers: inout RequestBuffers) {
        // Taken out because an array with two references is copied when it changes.
        let input = connection.input
        connection.input = []
        let used = process(connection, input.span, &buffers)
        guard !connection.isClosed else { return }
        keep(connection, input, from: used)
    }

    /// Keeps the rest of the input that was taken out.
    func keep(_ connection: Connection, _ taken: consuming [UInt8], from used: Int) {
        var input = taken
        if used > Self.receiveBufferSize {
            // Removing in place would keep the memory of a large request for the little that
            // follows it.
            input = Array(input[used...])
        } else if used > 0 {
            input.removeFirst(used)
        }
        connection.input = input
        forgetDecoded(connection)
    }

    /// Keeps the bytes that cannot be used yet.
    private func keep(_ connection: Connection, _ rest: Span<UInt8>) {
        guard !connection.isClosed else { return }
        connection.input.append(bytes: rest)
        forgetDecoded(connection)
    }

    /// Drops the bytes that were copied to `unchunked`, and counts the rest.
    private func forgetDecoded(_ connection: Connection) {
        if connection.stage == .body, connection.state.decodedRange.count > 0 {
            let range = connection.state.decodedRange
            connection.input.removeSubrange(range.start..<range.end)
            connection.state.removedDecoded()
        }
        if connection.input.isEmpty { connection.input = [] }
        memory.setRequestBytes(connection.input.count + connection.unchunked.count, of: connection)
    }

    func dropInput(_ connection: Connection) {
        connection.input = []
        connection.unchunked = []
        memory.setRequestBytes(0, of: connection)
    }

    /// Answers the complete requests at the beginning of `bytes`, as many as one turn takes; returns
    /// how many bytes are used.
    private func process(
        _ connection: Connection, _ bytes: Span<UInt8>, _ buffers: inout RequestBuffers
    ) -> Int {
        var position = 0
        var rest = limits.consecutiveRequests
        var end: Int?
        while true {
            if buffers.response.out.count > limits.unsentResponseBytes {
                flush(connection, &buffers)
                rest = 0
            }
            // Requests of a client that does not read its responses are no longer answered.
            guard !connection.isClosed, !connection.hasOutput else { return position }
            if rest == 0, position < bytes.count, connection.isInHead {
                readyQueue.enqueue(connection)
                return position
            }
            var step = connection.state.next(
                bytes, from: position, parser, &buffers.head, unchunked: &connection.unchunked)
            if case .admit = step {
                let admission = admit(connection, bytes, buffers)
                step = connection.state.admit(
                    admission, buffers.head, bytes, from: position,
                    unchunked: &connection.unchunked)
                if step == .wait || step == .sendContinue { recordHead(connection) }
            }
            switch step {
            case .wait, .admit: return position
            case .skip(let length): position += length
            case .sendContinue: buffers.response.writeContinue()
            case .refuse(let fault):
                let mark = buffers.response.out.count
                beginRefusal(bytes, &buffers)
                handler.refuse(fault, &buffers.response)
                recordRefusal(Rejection(fault), buffers, from: mark)
                connection.state.refused()
                return bytes.count
            case .answer(let content, let length):
                answer(
                    connection, bytes, content, &buffers,
                    isLast: RequestParser.hasNoRequest(bytes, from: position + length))
                position += length
                rest -= 1
                if connection.isLingering { return bytes.count }
                // Nearly every request comes alone.
                if position == bytes.count { return position }
                // Small responses can take long, and there may be many.
                let moment = clocks.microseconds()
                if let end, moment >= end { rest = 0 }
                if end == nil { end = moment + WorkBudget.microseconds }
            }
        }
    }

    /// Begins the response to a refused head, from the part of it that was read.
    private func beginRefusal(_ bytes: Span<UInt8>, _ buffers: inout RequestBuffers) {
        var context = ResponseContext()
        // RFC 9110 §9.3.2: no response to HEAD has content.
        context.isHead = buffers.head.method == .head
        context.closes = true
        context.id = requestID(buffers.head, bytes)
        context.corsPolicy = handler.corsPolicy(for: buffers.head, in: bytes)
        buffers.response.begin(context)
    }

    private func discard(_ connection: Connection, _ received: inout [UInt8]) {
        switch connection.socket.receive(into: &received, from: 0) {
        case .bytes(let count): metrics?.received.add(count)
        case .wouldBlock: break
        case .end, .broken: close(connection)
        }
    }
}
