import HTTP
import Telemetry

extension Lane {
    /// Reads what has come and answers the requests that are complete.
    func read(_ connection: Connection) {
        switch connection.state.phase {
        case .lingering: return discard(connection)
        case .answering, .streaming:
            // The next request waits its turn in the kernel, and so does its sender.
            watch(connection, connection.interest.subtracting(.read))
            return
        case .head, .body: break
        }
        switch connection.socket.receive(into: &scratch, from: 0) {
        case .wouldBlock: return
        // A client that sends no more has been answered all that it asked: its requests are
        // read before its end, and nothing is read while an answer is on its way.
        case .end, .broken: return close(connection)
        case .bytes(let count):
            figures?.received.add(count)
            if connection.input.isEmpty {
                let used = process(connection, scratch.span.extracting(0..<count))
                keep(connection, scratch.span.extracting(used..<count))
            } else {
                connection.input.append(bytes: scratch.span.extracting(0..<count))
                processInput(connection)
            }
        }
        flush(connection)
    }

    /// Goes on with a connection whose answer has just been written.
    func resume(_ connection: Connection) {
        if !connection.input.isEmpty { processInput(connection) }
        flush(connection)
    }

    /// Answers a request whose body will not be waited for, from what is kept of its head.
    func giveUpBody(_ connection: Connection, _ fault: BodyFault) {
        guard case .done = parser.parse(connection.input.span, into: &head),
            case .answer(let content, _) = connection.state.abandonBody(fault)
        else { return close(connection) }
        answer(head, connection, connection.input.span, content)
        dropInput(connection)
        flush(connection)
    }

    /// Tells a client that was too slow with its head.
    func giveUpHead(_ connection: Connection) {
        _ = parser.parse(connection.input.span, into: &head)
        let mark = response.out.count
        beginRefusal(head, connection.input.span)
        handler.refuseSlowHead(&response)
        noteRefusal(.slowHead, from: mark)
        connection.state.answered(closes: true)
        dropInput(connection)
        flush(connection)
    }

    func processInput(_ connection: Connection) {
        let used = process(connection, connection.input.span)
        guard !connection.isClosed else { return }
        if used > scratch.count {
            // Removing in place would keep the memory of a large request for
            // what little follows it.
            connection.input = Array(connection.input[used...])
        } else if used > 0 {
            connection.input.removeFirst(used)
        }
        forgetDecoded(connection)
    }

    /// Keeps the bytes that cannot be used yet.
    private func keep(_ connection: Connection, _ rest: Span<UInt8>) {
        guard rest.count > 0, !connection.isClosed else { return }
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
    private func process(_ connection: Connection, _ bytes: Span<UInt8>) -> Int {
        // Taken out of the lane and put back with its memory: what is in local variables needs
        // no check of who else is at it, and every request looks at its head a dozen times.
        var head = RequestHead()
        swap(&head, &self.head)
        defer { swap(&head, &self.head) }
        var position = 0
        var rest = limits.requestsInTurn
        while true {
            if response.out.count > limits.answerBytesInHand {
                flush(connection)
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
                bytes, from: position, parser, &head, unchunked: &connection.unchunked)
            if case .admit? = step {
                noteHead(connection)
                let request = Request(
                    head: head, bytes: bytes, body: bytes.extracting(0..<0), id: .made(0),
                    peer: connection.peer)
                step = state.admitted(handler.admit(request), head)
            }
            connection.state = state
            switch step {
            case nil: continue
            case .wait?, .admit?: return position
            case .pass(let length)?: position += length
            case .sayContinue?: response.writeContinue()
            case .refuse(let fault)?:
                let mark = response.out.count
                beginRefusal(head, bytes)
                handler.refuse(fault, &response)
                noteRefusal(Rejection(fault), from: mark)
                connection.state.answered(closes: true)
                return bytes.count
            case .answer(let content, let length)?:
                position += length
                rest -= 1
                answer(
                    head, connection, bytes, content,
                    isLast: RequestParser.isNothing(bytes, from: position))
                if connection.state.phase == .lingering { return bytes.count }
                // Nearly every request comes alone, and nothing has to be looked for behind it.
                if position == bytes.count { return position }
            }
        }
    }

    /// Begins an answer to a head that is refused, as far as it was read.
    private func beginRefusal(_ head: borrowing RequestHead, _ bytes: Span<UInt8>) {
        var terms = ResponseWriter.Terms()
        // RFC 9110 §9.3.2: no answer to HEAD has content, a refusal neither.
        terms.isHead = head.method == .head
        terms.closes = true
        terms.id = requestID(head, bytes)
        terms.sharing = handler.sharing(head, in: bytes)
        response.begin(terms)
    }

    /// Has the handler answer the request with this head.
    private func answer(
        _ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>,
        _ content: ConnectionState.Content, isLast: Bool = true
    ) {
        connection.requests += 1
        var terms = ResponseWriter.Terms()
        terms.isHead = head.method == .head
        terms.minorVersion = head.minorVersion
        terms.closes =
            !head.keepsAlive || connection.state.mustClose || drainDeadline != nil && isLast
            || connection.requests == limits.requestsPerConnection
        terms.id = requestID(head, bytes)
        terms.sharing = handler.sharing(head, in: bytes)
        noteRequest(head, connection, bytes)
        response.begin(terms)
        switch content {
        case .none: answer(head, connection, bytes, body: bytes.extracting(0..<0), nil, terms.id)
        case .bytes(let range):
            answer(head, connection, bytes, body: bytes.slice(range), nil, terms.id)
        case .fault(let fault):
            figures?.count(Rejection(fault))
            answer(head, connection, bytes, body: bytes.extracting(0..<0), fault, terms.id)
        case .unchunked:
            answer(head, connection, bytes, body: connection.unchunked.span, nil, terms.id)
            connection.unchunked = []
        }
    }

    private func answer(
        _ head: borrowing RequestHead, _ connection: Connection, _ bytes: Span<UInt8>,
        body: Span<UInt8>, _ fault: BodyFault?, _ id: RequestID
    ) {
        connection.asked = nextGeneration()
        let ticket = Ticket(slot: connection.socket.number, generation: connection.asked)
        let request = Request(
            head: copy head, bytes: bytes, body: body, bodyFault: fault, id: id,
            peer: connection.peer)
        let reply = Reply(ticket: ticket, mailbox: mailbox)
        switch handler.answer(request, &response, later: reply) {
        case .written:
            noteAnswer(head, connection, bytes)
            connection.state.answered(closes: response.terms.closes)
            // What comes next has a time of its own.
            connection.wait = .answer
        case .later:
            connection.terms = response.terms
            noteUnderWay(head, connection, bytes)
            connection.state.answerIsComing(streamed: false)
        case .stream(let stream):
            connection.terms = response.terms
            noteUnderWay(head, connection, bytes)
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

    private func discard(_ connection: Connection) {
        switch connection.socket.receive(into: &scratch, from: 0) {
        case .bytes(let count): figures?.received.add(count)
        case .wouldBlock: break
        case .end, .broken: close(connection)
        }
    }
}
