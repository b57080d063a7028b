import HTTP

/// Asks the handler for the response to a request that is complete.
extension Lane {
    /// Lets the handler answer the current request, whose head is in `buffers`.
    func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, _ content: ConnectionState.Content,
        _ buffers: inout RequestBuffers, isLast: Bool = true
    ) {
        var context = ResponseContext()
        context.isHead = buffers.head.method == .head
        context.minorVersion = buffers.head.minorVersion
        context.closes =
            !buffers.head.keepsAlive || connection.state.mustClose
            || isDraining && isLast
        context.id = requestID(buffers.head, bytes)
        context.corsPolicy = handler.corsPolicy(for: buffers.head, in: bytes)
        recordRequest(connection, bytes, buffers)
        buffers.response.begin(context)
        let nothing = bytes.extracting(0..<0)
        switch content {
        case .none: answer(connection, bytes, body: nothing, nil, &buffers)
        case .bytes(let range): answer(connection, bytes, body: bytes.slice(range), nil, &buffers)
        case .fault(let fault):
            metrics?.count(Rejection(fault))
            answer(connection, bytes, body: nothing, fault, &buffers)
        case .unchunked:
            let body = connection.unchunked
            connection.unchunked = []
            answer(connection, bytes, body: body.span, nil, &buffers)
        }
    }

    private func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, body: Span<UInt8>, _ fault: BodyFault?,
        _ buffers: inout RequestBuffers
    ) {
        let request = Request(
            head: buffers.head, bytes: bytes, body: body, bodyFault: fault,
            id: buffers.response.context.id, handle: connection.handle, peer: connection.peer)
        let deferred = DeferredResponse(handle: connection.handle, mailbox: mailbox)
        switch handler.answer(
            request, connection.state.admitted, &buffers.response, deferred: deferred)
        {
        case .written:
            recordResponse(connection, bytes, buffers)
            connection.state.answered(closes: buffers.response.context.closes)
            // The next wait has a deadline of its own.
            connection.wait = .answer
        case .deferred:
            recordInFlight(connection, bytes, buffers)
            connection.state.answerLater(PendingResponse(buffers.response.context))
        case .stream(let stream):
            recordInFlight(connection, bytes, buffers)
            begin(stream, connection, buffers)
        }
    }

    /// Gives the current request its generation, and asks the handler about it.
    func admit(
        _ connection: Connection, _ bytes: Span<UInt8>, _ buffers: borrowing RequestBuffers
    ) -> Admission? {
        connection.requestGeneration = connections.nextGeneration()
        let request = Request(
            head: buffers.head, bytes: bytes, body: bytes.extracting(0..<0), id: .made(0),
            handle: connection.handle, peer: connection.peer)
        return handler.admit(request)
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
