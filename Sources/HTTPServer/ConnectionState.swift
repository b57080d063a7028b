import HTTP

/// Where a connection stands in the protocol, and what it is to do next: decided from bytes alone.
///
///     head ──► body ──► (answered) ──► head …         the next request, once this one is answered
///       │        │          └────────► lingering      the last answer is out; the rest is thrown away
///       └────────┴──────► answering ──► …             the answer comes from another thread
///                         streaming ──► …             the answer goes out in parts
///
/// It performs nothing: no socket, no clock, no handler. `Lane` does what it returns.
struct ConnectionState {
    /// What the connection is in the middle of.
    enum Phase: Equatable {
        case head
        case body
        case answering
        case streaming
        case lingering
    }

    /// What is to be done now.
    enum Step: Equatable {
        /// Nothing until there are more bytes.
        case wait
        /// The first `length` bytes are no part of a request, and done with.
        case skip(length: Int)
        /// The bytes are no request.
        case refuse(HeadFault)
        /// The head announced a body: ask the handler, and tell `admitted`.
        case admit
        /// Tell the client to go on with its body.
        case sendContinue
        /// The request stands in the first `length` bytes.
        case answer(Content, length: Int)
    }

    /// Where the content of a complete request is.
    enum Content: Equatable {
        case none
        /// In the buffer.
        case bytes(ByteRange)
        /// Taken out of its chunks, in the connection's own array.
        case unchunked
        case fault(BodyFault)
    }

    private struct Body {
        var headLength: Int
        var framing: BodyFraming
        var limit: Int
        var expectsContinue: Bool
        var decoder = ChunkedDecoder()
        /// How many bytes after the head have been taken out of their chunks.
        var decoded = 0
    }

    private(set) var phase = Phase.head
    /// Whether the connection ends after the answer at hand, whatever the client wishes.
    private(set) var mustClose = false
    /// How many empty lines have been passed over since the last request.
    private(set) var emptyLines: UInt8 = 0
    private var body = Body(headLength: 0, framing: .none, limit: 0, expectsContinue: false)

    /// Looks at the bytes from `start` on, where a request begins; `head` is
    /// filled when one is answered or admitted.
    ///
    /// `isAdmitted` says that `head` still is the one that was admitted a moment before, and stands
    /// in these very bytes.
    mutating func next(
        _ bytes: Span<UInt8>, from start: Int, _ parser: RequestParser, _ head: inout RequestHead,
        isAdmitted: Bool = false, unchunked: inout [UInt8]
    ) -> Step {
        switch phase {
        case .answering, .streaming, .lingering: .wait
        case .head: nextHead(bytes, start, parser, &head)
        case .body:
            nextBody(bytes, start, &unchunked) {
                // Other requests may have been read since, of other connections.
                if !isAdmitted { _ = parser.parse(bytes, from: start, into: &head) }
            }
        }
    }

    /// Takes what the handler said of the body that `head` announced.
    mutating func admitted(_ admission: Admission, _ head: RequestHead) -> Step? {
        guard case .body(let limit) = admission else {
            mustClose = true
            return .answer(.none, length: head.length)
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

    /// Gives up the body that is being read.
    mutating func abandonBody(_ fault: BodyFault) -> Step {
        mustClose = true
        return .answer(.fault(fault), length: body.headLength)
    }

    /// The bytes after the head that are kept elsewhere already and need not be kept in the buffer.
    var decodedRange: ByteRange {
        ByteRange(start: body.headLength, end: body.headLength + body.decoded)
    }

    /// The bytes in `decodedRange` were removed from the buffer.
    mutating func removedDecoded() {
        body.decoded = 0
    }

    /// The request at hand is answered by another thread, or in parts.
    mutating func deferResponse(streamed: Bool) {
        phase = streamed ? .streaming : .answering
    }

    /// The answer to the request at hand is written.
    mutating func answered(closes: Bool) {
        phase = closes || mustClose ? .lingering : .head
    }

    private mutating func nextHead(
        _ bytes: Span<UInt8>, _ start: Int, _ parser: RequestParser, _ head: inout RequestHead
    ) -> Step {
        guard start < bytes.count else { return .wait }
        switch parser.parse(bytes, from: start, afterEmptyLines: Int(emptyLines), into: &head) {
        case .partial:
            // A line end after a body begins no request: whoever sent it has nothing under way.
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

    /// `readHead` is called when the body is there, or will not be waited for.
    private mutating func nextBody(
        _ bytes: Span<UInt8>, _ start: Int, _ unchunked: inout [UInt8], readHead: () -> Void
    ) -> Step {
        let begin = start + body.headLength
        // A client that has begun to send does not wait to be told (RFC 9110 §10.1.1).
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
