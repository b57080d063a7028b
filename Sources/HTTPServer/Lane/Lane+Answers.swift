import HTTP

/// Asks the handler for the response to a request that is complete.
extension Lane {
    /// Gives the current request its generation, unless it has one.
    func name(_ connection: Connection) {
        guard !connection.isNamed else { return }
        connection.requestGeneration = connections.nextGeneration()
        connection.isNamed = true
    }

    /// Lets the handler answer the current request, which takes `length` bytes from `start` on;
    /// false when it is to be asked again.
    func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, _ content: ConnectionState.Content,
        at start: Int, length: Int, _ buffers: inout RequestBuffers, isLast: Bool = true
    ) -> Bool {
        let earlier = connection.unanswered
        connection.unanswered = nil
        if earlier == nil { connection.requests += 1 }
        var context = ResponseContext()
        context.isHead = buffers.head.method == .head
        context.minorVersion = buffers.head.minorVersion
        context.closes =
            !buffers.head.keepsAlive || connection.state.mustClose
            || isDraining && isLast
            || connection.requests == limits.requestsPerConnection
        context.id = earlier?.id ?? requestID(buffers.head, bytes)
        context.corsPolicy = handler.corsPolicy(for: buffers.head, in: bytes)
        if earlier == nil {
            recordRequest(connection, bytes, buffers)
        } else {
            connection.record.bytes -= buffers.response.out.count
        }
        buffers.response.begin(context)
        let nothing = bytes.extracting(0..<0)
        let isAnswered: Bool
        switch content {
        case .none: isAnswered = answer(connection, bytes, body: nothing, nil, &buffers)
        case .bytes(let range):
            isAnswered = answer(connection, bytes, body: bytes.slice(range), nil, &buffers)
        case .fault(let fault):
            if earlier == nil { metrics?.count(Rejection(fault)) }
            isAnswered = answer(connection, bytes, body: nothing, fault, &buffers)
        case .unchunked:
            let body = connection.unchunked
            connection.unchunked = []
            isAnswered = answer(connection, bytes, body: body.span, nil, &buffers)
            if !isAnswered { connection.unchunked = body }
        }
        if !isAnswered {
            connection.unanswered = UnansweredRequest(
                .answer(content.moved(by: -start), length: length), id: context.id)
        }
        return isAnswered
    }

    private func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, body: Span<UInt8>, _ fault: BodyFault?,
        _ buffers: inout RequestBuffers
    ) -> Bool {
        name(connection)
        let handle = connection.handle
        let request = Request(
            head: buffers.head, bytes: bytes, body: body, bodyFault: fault,
            id: buffers.response.context.id, handle: handle, peer: connection.peer)
        connection.isNamed = false
        let deferred = DeferredResponse(handle: handle, mailbox: mailbox)
        switch handler.answer(request, &buffers.response, deferred: deferred) {
        case .written:
            recordResponse(connection, bytes, buffers)
            connection.state.answered(closes: buffers.response.context.closes)
            // The next wait has a deadline of its own.
            connection.wait = .answer
        case .deferred:
            connection.context = buffers.response.context
            recordInFlight(connection, bytes, buffers)
            connection.state.deferResponse(streamed: false)
        case .stream(let stream):
            connection.context = buffers.response.context
            recordInFlight(connection, bytes, buffers)
            begin(stream, connection)
            connection.responseDeadline = now + limits.responseSeconds * 1000
            connection.state.deferResponse(streamed: true)
        case .again:
            connection.isNamed = true
            buffers.response.startOver()
            connection.context = buffers.response.context
            recordInFlight(connection, bytes, buffers)
            connection.state.deferResponse(streamed: false)
            return false
        }
        return true
    }

    /// The client's id for the request, if its head was read that far, or a new one.
    func requestID(
        _ head: borrowing RequestHead, _ bytes: Span<UInt8>
    ) -> RequestID {
        if let id = head.first(.requestID).flatMap({ RequestID(sent: bytes.slice($0)) }) {
            return id
        }
        // An odd step visits all 2^64 numbers before it repeats one.
        requests &+= 0x9E37_79B9_7F4A_7C15
        return .made(requests)
    }
}
