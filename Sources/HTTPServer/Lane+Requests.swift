import HTTP
import Telemetry

extension Lane {
    /// Reads what has come and answers the requests that are complete.
    func read(_ connection: Connection, _ received: inout [UInt8], _ papers: inout Papers) {
        switch connection.state.phase {
        case .lingering: return discard(connection, &received)
        case .answering, .streaming:
            // The next request waits its turn in the kernel, and so does its sender.
            watch(connection, connection.interest.subtracting(.read))
            return
        case .head, .body: break
        }
        switch connection.socket.receive(into: &received, from: 0) {
        case .wouldBlock: return
        // A client that sends no more has been answered all that it asked: its requests are
        // read before its end, and nothing is read while an answer is on its way.
        case .end, .broken: return close(connection)
        case .bytes(let count):
            figures?.received.add(count)
            if connection.input.isEmpty {
                let used = process(connection, received.span.extracting(0..<count), &papers)
                // Nearly every request is used up.
                if used < count { keep(connection, received.span.extracting(used..<count)) }
            } else {
                connection.input.append(bytes: received.span.extracting(0..<count))
                processInput(connection, &papers)
            }
        }
        flush(connection, &papers)
    }

    /// Goes on with a connection whose answer has just been written.
    func resume(_ connection: Connection, _ papers: inout Papers) {
        if !connection.input.isEmpty { processInput(connection, &papers) }
        flush(connection, &papers)
    }

    /// Answers a request whose body will not be waited for, from what is kept of its head.
    func giveUpBody(_ connection: Connection, _ fault: BodyFault, _ papers: inout Papers) {
        let input = connection.input
        guard case .done = parser.parse(input.span, into: &papers.head),
            case .answer(let content, _) = connection.state.abandonBody(fault)
        else { return close(connection) }
        answer(connection, input.span, content, &papers)
        dropInput(connection)
        flush(connection, &papers)
    }

    /// Tells a client that was too slow with its head.
    func giveUpHead(_ connection: Connection, _ papers: inout Papers) {
        let input = connection.input
        _ = parser.parse(input.span, into: &papers.head)
        let mark = papers.response.out.count
        beginRefusal(input.span, &papers)
        handler.refuseSlowHead(&papers.response)
        noteRefusal(.slowHead, papers, from: mark)
        connection.state.answered(closes: true)
        dropInput(connection)
        flush(connection, &papers)
    }

    /// Answers the requests that are kept, and keeps the rest of them.
    private func processInput(_ connection: Connection, _ papers: inout Papers) {
        // Taken out, since two variables with the same bytes would have to be copied to be changed.
        var input = connection.input
        connection.input = []
        let used = process(connection, input.span, &papers)
        guard !connection.isClosed else { return }
        if used > Self.bytesAtOnce {
            // Removing in place would keep the memory of a large request for
            // what little follows it.
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

    /// Drops what stands in `unchunked` by now, and counts what is kept.
    private func forgetDecoded(_ connection: Connection) {
        let range = connection.state.decodedRange
        if connection.state.phase == .body, range.count > 0 {
            connection.input.removeSubrange(range.start..<range.end)
            connection.state.removedDecoded()
        }
        if connection.input.isEmpty { connection.input = [] }
        let held = connection.input.count + connection.unchunked.count
        requestBytes += held - connection.requestBytes
        connection.requestBytes = held
    }

    func dropInput(_ connection: Connection) {
        connection.input = []
        connection.unchunked = []
        requestBytes -= connection.requestBytes
        connection.requestBytes = 0
    }

    /// Answers the requests that stand complete at the beginning of `bytes`, as many as one turn
    /// takes; returns how many bytes are done with.
    private func process(
        _ connection: Connection, _ bytes: Span<UInt8>, _ papers: inout Papers
    ) -> Int {
        var position = 0
        var rest = limits.requestsInTurn
        var end: Int?
        var isAdmitted = false
        while true {
            if papers.response.out.count > limits.answerBytesInHand {
                flush(connection, &papers)
                rest = 0
            }
            // A client that does not read its answers is asked for no more requests.
            guard !connection.isClosed, !connection.hasOutput else { return position }
            if rest == 0, position < bytes.count, connection.state.phase == .head {
                standInLine(connection)
                return position
            }
            var state = connection.state
            var step: ConnectionState.Step? = state.next(
                bytes, from: position, parser, &papers.head, isAdmitted: isAdmitted,
                unchunked: &connection.unchunked)
            isAdmitted = false
            if case .admit? = step {
                noteHead(connection)
                let request = Request(
                    head: papers.head, bytes: bytes, body: bytes.extracting(0..<0), id: .made(0),
                    peer: connection.peer)
                step = state.admitted(handler.admit(request), papers.head)
                isAdmitted = step == nil
            }
            connection.state = state
            switch step {
            case nil: continue
            case .wait?, .admit?: return position
            case .pass(let length)?: position += length
            case .sayContinue?: papers.response.writeContinue()
            case .refuse(let fault)?:
                let mark = papers.response.out.count
                beginRefusal(bytes, &papers)
                handler.refuse(fault, &papers.response)
                noteRefusal(Rejection(fault), papers, from: mark)
                connection.state.answered(closes: true)
                return bytes.count
            case .answer(let content, let length)?:
                position += length
                rest -= 1
                answer(
                    connection, bytes, content, &papers,
                    isLast: RequestParser.hasNoRequest(bytes, from: position))
                if connection.state.phase == .lingering { return bytes.count }
                // Nearly every request comes alone, and nothing has to be looked for behind it.
                if position == bytes.count { return position }
                // A small answer may have taken long, and there may be many.
                let moment = time.fine()
                if let end, moment >= end { rest = 0 }
                if end == nil { end = moment + Stint.microseconds }
            }
        }
    }

    /// Begins an answer to a head that is refused, as far as it was read.
    private func beginRefusal(_ bytes: Span<UInt8>, _ papers: inout Papers) {
        var context = ResponseContext()
        // RFC 9110 §9.3.2: no answer to HEAD has content, a refusal neither.
        context.isHead = papers.head.method == .head
        context.closes = true
        context.id = requestID(papers.head, bytes)
        context.corsPolicy = handler.corsPolicy(for: papers.head, in: bytes)
        papers.response.begin(context)
    }

    /// Has the handler answer the request at hand.
    private func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, _ content: ConnectionState.Content,
        _ papers: inout Papers, isLast: Bool = true
    ) {
        connection.requests += 1
        var context = ResponseContext()
        context.isHead = papers.head.method == .head
        context.minorVersion = papers.head.minorVersion
        context.closes =
            !papers.head.keepsAlive || connection.state.mustClose
            || drainDeadline != nil && isLast
            || connection.requests == limits.requestsPerConnection
        context.id = requestID(papers.head, bytes)
        context.corsPolicy = handler.corsPolicy(for: papers.head, in: bytes)
        noteRequest(connection, bytes, papers)
        papers.response.begin(context)
        let nothing = bytes.extracting(0..<0)
        switch content {
        case .none: answer(connection, bytes, body: nothing, nil, &papers)
        case .bytes(let range): answer(connection, bytes, body: bytes.slice(range), nil, &papers)
        case .fault(let fault):
            figures?.count(Rejection(fault))
            answer(connection, bytes, body: nothing, fault, &papers)
        case .unchunked:
            let body = connection.unchunked
            connection.unchunked = []
            answer(connection, bytes, body: body.span, nil, &papers)
        }
    }

    private func answer(
        _ connection: Connection, _ bytes: Span<UInt8>, body: Span<UInt8>, _ fault: BodyFault?,
        _ papers: inout Papers
    ) {
        connection.asked = nextGeneration()
        let handle = RequestHandle(slot: connection.socket.number, generation: connection.asked)
        let request = Request(
            head: papers.head, bytes: bytes, body: body, bodyFault: fault,
            id: papers.response.context.id, peer: connection.peer)
        let deferred = DeferredResponse(handle: handle, mailbox: mailbox)
        switch handler.answer(request, &papers.response, deferred: deferred) {
        case .written:
            noteAnswer(connection, bytes, papers)
            connection.state.answered(closes: papers.response.context.closes)
            // What comes next has a time of its own.
            connection.wait = .answer
        case .deferred:
            connection.context = papers.response.context
            noteUnderWay(connection, bytes, papers)
            connection.state.answerIsComing(streamed: false)
        case .stream(let stream):
            connection.context = papers.response.context
            noteUnderWay(connection, bytes, papers)
            begin(stream, connection)
            connection.answerDeadline = now + limits.answerSeconds * 1000
            connection.state.answerIsComing(streamed: true)
        }
    }

    /// The client's id for the request, as far as its head was read, or one of the server's own.
    private func requestID(
        _ head: borrowing RequestHead, _ bytes: Span<UInt8>
    ) -> RequestID {
        if let id = head.first(.requestID).flatMap({ RequestID(sent: bytes.slice($0)) }) {
            return id
        }
        // An odd step goes through all 2^64 numbers before it repeats one.
        requests &+= 0x9E37_79B9_7F4A_7C15
        return .made(requests)
    }

    private func discard(_ connection: Connection, _ received: inout [UInt8]) {
        switch connection.socket.receive(into: &received, from: 0) {
        case .bytes(let count): figures?.received.add(count)
        case .wouldBlock: break
        case .end, .broken: close(connection)
        }
    }
}
