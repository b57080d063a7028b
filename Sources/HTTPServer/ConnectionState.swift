import HTTP

/// The state of a connection and its next step, decided from bytes alone.
///
///     head ──► admitting ──► admitted ─┐        the handler finds out who asks
///       │                              │
///       ├──────────────────────────────┼──► ready ──► (answered) ──► head …   the next request
///       └────────────────► body ◄──────┘      ▲            └───────► lingering
///                            └────────────────┘
///                                           ready ──► answering ──► (answered) …
///                                           ready ──► streaming ──► (answered) …
///                                                     answering ──► streaming
///     head ──► lingering                    bytes that are no request, or come too slowly
///     any ──► closed
///
/// It uses no socket, clock or handler. `Lane` performs the steps.
struct ConnectionState {
    /// A state with what belongs to it.
    enum Phase {
        /// The next request is read, up to the end of its head.
        case head
        /// The handler's decision about the head comes later.
        case admitting
        /// The decision has arrived; the head is parsed again.
        indirect case admitted(Admission)
        /// The body is read.
        case body(PendingBody)
        /// The request is complete, and about to be answered.
        case ready(AnyObject)
        /// The response comes later, from another thread or when the handler advances.
        case answering(PendingResponse)
        /// The response goes out in parts.
        case streaming(StreamedResponse)
        /// The last response is written; further input is discarded.
        case lingering
        case closed
    }

    /// The name of a state, without its data.
    enum Stage {
        case head, admitting, admitted, body, ready, answering, streaming, lingering, closed
    }

    /// The next step of the lane.
    enum Step: Equatable {
        /// Wait for more bytes.
        case wait
        /// Drop the first `length` bytes, which belong to no request.
        case skip(length: Int)
        /// Refuse the bytes, which are not a request.
        case refuse(HeadFault)
        /// The head is complete: ask the handler, and pass its decision to `admit`.
        case admit
        /// Send 100 Continue.
        case sendContinue
        /// Answer the request in the first `length` bytes.
        case answer(Content, length: Int)
    }

    /// Where the content of a request is.
    enum Content: Equatable {
        case none
        /// In the buffer.
        case bytes(ByteRange)
        /// Decoded from chunks, in the connection's own array.
        case unchunked
        case fault(BodyFault)
    }

    private(set) var phase = Phase.head
    /// Whether the connection closes after the current response, in spite of keep-alive.
    private(set) var mustClose = false
    /// Empty lines skipped since the last request.
    private(set) var emptyLines: UInt8 = 0

    /// Returns the step for the bytes from `start` on, where a request begins; fills `head` for
    /// `.admit` and `.answer`.
    mutating func next(
        _ bytes: Span<UInt8>, from start: Int, _ parser: RequestParser, _ head: inout RequestHead,
        unchunked: inout [UInt8]
    ) -> Step {
        switch phase {
        case .head: return nextHead(bytes, start, parser, &head)
        case .admitted(let admission):
            // `head` may hold another connection's request by now.
            Self.parseAgain(bytes, start, parser, &head)
            phase = .head
            return admit(admission, head, bytes, from: start, unchunked: &unchunked)
        case .body(let pending):
            return nextBody(&pending.body, bytes, start, &unchunked) {
                Self.parseAgain(bytes, start, parser, &head)
            }
        case .admitting, .ready, .answering, .streaming, .lingering, .closed: return .wait
        }
    }

    private static func parseAgain(
        _ bytes: Span<UInt8>, _ start: Int, _ parser: RequestParser, _ head: inout RequestHead
    ) {
        guard case .done = parser.parse(bytes, from: start, into: &head) else {
            preconditionFailure("a head that was complete is not any more")
        }
    }

    /// Applies the handler's decision about the request in `head`; nil if it comes later.
    mutating func admit(
        _ admission: Admission?, _ head: borrowing RequestHead, _ bytes: Span<UInt8>,
        from start: Int, unchunked: inout [UInt8]
    ) -> Step {
        guard case .head = phase else { preconditionFailure("a decision about no head") }
        guard let admission else {
            phase = .admitting
            return .wait
        }
        let framing = head.framing
        guard framing != .none, framing != .length(0) else {
            phase = .ready(admission.admitted)
            return .answer(.none, length: head.length)
        }
        guard let limit = admission.body else {
            mustClose = true
            phase = .ready(admission.admitted)
            return .answer(.none, length: head.length)
        }
        var body = Body(of: head, admission.admitted, limit)
        let largest = max(limit.array, limit.other)
        if case .length(let length) = framing, length > largest {
            return abandon(body, .tooLarge(limit: largest))
        }
        let step = nextBody(&body, bytes, start, &unchunked) {}
        switch step {
        case .wait, .sendContinue: phase = .body(PendingBody(body))
        case .skip, .refuse, .admit, .answer: break
        }
        return step
    }

    /// The handler's decision about the waiting request has arrived.
    mutating func admit(_ admission: Admission) {
        guard case .admitting = phase else {
            preconditionFailure("a decision without a waiting request")
        }
        phase = .admitted(admission)
    }

    /// Abandons the body that is being read.
    mutating func abandonBody(_ fault: BodyFault) -> Step {
        guard case .body(let pending) = phase else { preconditionFailure("no body is being read") }
        return abandon(pending.body, fault)
    }

    private mutating func abandon(_ body: Body, _ fault: BodyFault) -> Step {
        mustClose = true
        phase = .ready(body.admitted)
        return .answer(.fault(fault), length: body.headLength)
    }

    var stage: Stage {
        switch phase {
        case .head: .head
        case .admitting: .admitting
        case .admitted: .admitted
        case .body: .body
        case .ready: .ready
        case .answering: .answering
        case .streaming: .streaming
        case .lingering: .lingering
        case .closed: .closed
        }
    }

    /// The bytes after the head that are decoded, and so need not stay in the buffer.
    var decodedRange: ByteRange {
        guard case .body(let pending) = phase else { return ByteRange(start: 0, end: 0) }
        let body = pending.body
        return ByteRange(start: body.headLength, end: body.headLength + body.decoded)
    }

    /// The bytes in `decodedRange` were removed from the buffer.
    func removedDecoded() {
        guard case .body(let pending) = phase else { return }
        pending.body.decoded = 0
    }

    /// The handler's decision about the request that is answered now.
    var admitted: AnyObject {
        guard case .ready(let admitted) = phase else {
            preconditionFailure("a request that is not complete")
        }
        return admitted
    }

    /// The response to the current request comes later.
    mutating func answerLater(_ response: PendingResponse) {
        guard case .ready = phase else { preconditionFailure("a response to no request") }
        phase = .answering(response)
    }

    /// The response to the current request is sent in parts.
    mutating func stream(_ response: StreamedResponse) {
        switch phase {
        case .ready, .answering: phase = .streaming(response)
        default: preconditionFailure("a response to no request")
        }
    }

    /// The response to the current request is written.
    mutating func answered(closes: Bool) {
        switch phase {
        case .ready, .answering, .streaming: phase = closes || mustClose ? .lingering : .head
        default: preconditionFailure("a response to no request")
        }
    }

    /// The refusal of bytes that are no request is written.
    mutating func refused() {
        guard case .head = phase else { preconditionFailure("a refusal of a request's head") }
        phase = .lingering
    }

    mutating func close() {
        phase = .closed
    }

    private mutating func nextHead(
        _ bytes: Span<UInt8>, _ start: Int, _ parser: RequestParser, _ head: inout RequestHead
    ) -> Step {
        guard start < bytes.count else { return .wait }
        switch parser.parse(bytes, from: start, afterEmptyLines: Int(emptyLines), into: &head) {
        case .partial:
            // An empty line after a body begins no request (RFC 9112 §2.2), so it leaves the
            // connection idle.
            let lines = RequestParser.emptyLines(bytes, from: start)
            emptyLines += UInt8(lines)
            return lines > 0 ? .skip(length: 2 * lines) : .wait
        case .bad(let fault):
            mustClose = true
            return .refuse(fault)
        case .done:
            emptyLines = 0
            return .admit
        }
    }

    /// Calls `readHead` when the body is complete or abandoned.
    private mutating func nextBody(
        _ body: inout Body, _ bytes: Span<UInt8>, _ start: Int, _ unchunked: inout [UInt8],
        readHead: () -> Void
    ) -> Step {
        let begin = start + body.headLength
        // A client that has begun to send needs no 100 Continue (RFC 9110 §10.1.1).
        if body.expectsContinue, bytes.count == begin {
            body.expectsContinue = false
            return .sendContinue
        }
        body.expectsContinue = false
        switch body.framing {
        case .none: preconditionFailure("a request without a body has none to read")
        case .length(let length):
            let limit = body.limit.limit(
                of: bytes.extracting(min(begin, bytes.count)...), after: &body.blanks)
            if let limit, length > limit {
                readHead()
                return abandon(body, .tooLarge(limit: limit))
            }
            guard bytes.count - begin >= length else { return .wait }
            readHead()
            phase = .ready(body.admitted)
            return .answer(
                .bytes(ByteRange(start: begin, end: begin + length)),
                length: body.headLength + length)
        case .chunked:
            let from = begin + body.decoded
            // Until its first bytes are decoded, the larger limit applies.
            let limit =
                body.limit.limit(of: unchunked.span, after: &body.blanks)
                ?? max(body.limit.array, body.limit.other)
            let result = body.decoder.decode(bytes, from: from, into: &unchunked, limit: limit)
            if let limit = body.limit.limit(of: unchunked.span, after: &body.blanks),
                unchunked.count > limit
            {
                readHead()
                return abandon(body, .tooLarge(limit: limit))
            }
            switch result {
            case .needsMore(let consumed):
                body.decoded += consumed
                return .wait
            case .bad(let fault):
                readHead()
                return abandon(body, .malformed(fault))
            case .tooLarge:
                readHead()
                return abandon(body, .tooLarge(limit: limit))
            case .done(let consumed):
                readHead()
                phase = .ready(body.admitted)
                return .answer(
                    .unchunked, length: body.headLength + body.decoded + consumed)
            }
        }
    }
}

private struct Body {
    let admitted: AnyObject
    let headLength: Int
    let framing: BodyFraming
    let limit: BodyLimit
    var expectsContinue: Bool
    var decoder = ChunkedDecoder()
    /// Bytes after the head that are decoded.
    var decoded = 0
    /// White space at its beginning, which does not show its limit.
    var blanks = 0

    init(of head: borrowing RequestHead, _ admitted: AnyObject, _ limit: BodyLimit) {
        self.admitted = admitted
        headLength = head.length
        framing = head.framing
        self.limit = limit
        expectsContinue = head.expectsContinue
    }
}

/// A body whose rest has not arrived. Most bodies arrive with their heads and need no object.
final class PendingBody {
    fileprivate var body: Body

    fileprivate init(_ body: Body) {
        self.body = body
    }
}

/// A response that comes later.
final class PendingResponse {
    let context: ResponseContext

    init(_ context: ResponseContext) {
        self.context = context
    }
}

/// A response that goes out in parts.
final class StreamedResponse {
    let stream: any ResponseStream
    /// Whether the stream is live, without an end of its own.
    let isLive: Bool
    var context: ResponseContext
    /// Whether the head of the response is written.
    var hasHead: Bool
    /// Whether it has nothing to send until it is resumed.
    var isWaiting = false
    /// Whether it is in the list of streams that wait for the revision signal.
    var isListed = false
    /// Whether the client has shut down its sending side.
    var hasFinishedSending = false

    init(_ stream: any ResponseStream, _ context: ResponseContext, hasHead: Bool) {
        self.stream = stream
        isLive = stream.isLive
        self.context = context
        self.hasHead = hasHead
    }
}
