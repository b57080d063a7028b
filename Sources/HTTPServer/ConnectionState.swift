import HTTP

/// The protocol state of a connection and its next step, decided from bytes alone.
///
///     head ──► body ──► (answered) ──► head …       the next request, once this one is answered
///       │        │          └────────► lingering    the last response is out; input is discarded
///       └────────┴──────► answering ──► …           the response comes from another thread
///                         streaming ──► …           the response goes out in parts
///
/// It performs nothing: no socket, no clock, no handler. `Lane` performs the steps.
struct ConnectionState {
    /// The phase of the connection.
    enum Phase: Equatable {
        case head
        case body
        case answering
        case streaming
        case lingering
    }

    /// The next step of the lane.
    enum Step: Equatable {
        /// Wait for more bytes.
        case wait
        /// Drop the first `length` bytes, which belong to no request.
        case skip(length: Int)
        /// Refuse the bytes, which are no request.
        case refuse(HeadFault)
        /// The head announced a body: ask the handler, and pass its decision to `admitted`.
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

        /// The same content when the buffer begins elsewhere.
        func moved(by distance: Int) -> Content {
            guard case .bytes(let range) = self else { return self }
            return .bytes(ByteRange(start: range.start + distance, end: range.end + distance))
        }
    }

    private struct Body {
        var headLength: Int
        var framing: BodyFraming
        var limit: Int
        var expectsContinue: Bool
        var decoder = ChunkedDecoder()
        /// Bytes after the head that are decoded.
        var decoded = 0
    }

    private(set) var phase = Phase.head
    /// Whether the connection closes after the current response, in spite of keep-alive.
    private(set) var mustClose = false
    /// Empty lines skipped since the last request.
    private(set) var emptyLines: UInt8 = 0
    private var body = Body(headLength: 0, framing: .none, limit: 0, expectsContinue: false)

    /// Returns the step for the bytes from `start` on, where a request begins; fills `head` for
    /// `.answer` and `.admit`.
    ///
    /// `isAdmitted`: `head` is already parsed from these very bytes, because `admitted`
    /// was called just before.
    mutating func next(
        _ bytes: Span<UInt8>, from start: Int, _ parser: RequestParser, _ head: inout RequestHead,
        isAdmitted: Bool = false, unchunked: inout [UInt8]
    ) -> Step {
        switch phase {
        case .answering, .streaming, .lingering: .wait
        case .head: nextHead(bytes, start, parser, &head)
        case .body:
            nextBody(bytes, start, &unchunked) {
                // `head` may hold another connection's request by now.
                if !isAdmitted { _ = parser.parse(bytes, from: start, into: &head) }
            }
        }
    }

    /// Applies the handler's decision about the body that `head` announced; nil when the body is to
    /// be read.
    mutating func admitted(_ admission: Admission, _ head: RequestHead) -> Step? {
        let limit: Int
        switch admission {
        case .body(let most): limit = most
        case .none:
            mustClose = true
            return .answer(.none, length: head.length)
        case .again:
            deferResponse(streamed: false)
            return .wait
        }
        if case .length(let length) = head.framing, length > limit {
            mustClose = true
            return .answer(.fault(.tooLarge(limit: limit)), length: head.length)
        }
        phase = .body
        body = Body(
            headLength: head.length, framing: head.framing, limit: limit,
            expectsContinue: head.expectsContinue)
        return nil
    }

    /// Abandons the body that is being read.
    mutating func abandonBody(_ fault: BodyFault) -> Step {
        mustClose = true
        return .answer(.fault(fault), length: body.headLength)
    }

    /// The bytes after the head that are decoded, and so need not stay in the buffer.
    var decodedRange: ByteRange {
        ByteRange(start: body.headLength, end: body.headLength + body.decoded)
    }

    /// The bytes in `decodedRange` were removed from the buffer.
    mutating func removedDecoded() {
        body.decoded = 0
    }

    /// The response to the current request comes from another thread, or in parts.
    mutating func deferResponse(streamed: Bool) {
        phase = streamed ? .streaming : .answering
    }

    /// The handler is asked again whether it admits the body of the current request.
    mutating func askAdmissionAgain() {
        phase = .head
    }

    /// The response to the current request is written.
    mutating func answered(closes: Bool) {
        phase = closes || mustClose ? .lingering : .head
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
        case .done: emptyLines = 0
        }
        switch head.framing {
        case .none, .length(0): return .answer(.none, length: head.length)
        case .length, .chunked: return .admit
        }
    }

    /// Calls `readHead` when the body is complete or is given up.
    private mutating func nextBody(
        _ bytes: Span<UInt8>, _ start: Int, _ unchunked: inout [UInt8], readHead: () -> Void
    ) -> Step {
        let begin = start + body.headLength
        // A client that has begun to send needs no 100 Continue (RFC 9110 §10.1.1).
        if body.expectsContinue, bytes.count == begin {
            body.expectsContinue = false
            return .sendContinue
        }
        body.expectsContinue = false
        switch body.framing {
        case .none: preconditionFailure("a request without a body was admitted")
        case .length(let length):
            guard bytes.count - begin >= length else { return .wait }
            readHead()
            return .answer(
                .bytes(ByteRange(start: begin, end: begin + length)),
                length: body.headLength + length)
        case .chunked:
            let from = begin + body.decoded
            switch body.decoder.decode(bytes, from: from, into: &unchunked, limit: body.limit) {
            case .needsMore(let consumed):
                body.decoded += consumed
                return .wait
            case .bad(let fault):
                readHead()
                return abandonBody(.malformed(fault))
            case .tooLarge:
                readHead()
                return abandonBody(.tooLarge(limit: body.limit))
            case .done(let consumed):
                readHead()
                return .answer(
                    .unchunked, length: body.headLength + body.decoded + consumed)
            }
        }
    }
}
