/// Writes answers, one after the other, into the bytes that go out with the next send.
///
///     HTTP/1.1 200 OK CRLF            start(.ok): status line, Date, X-Request-Id, Connection, CORS
///     ETag: "k3f9.42" CRLF            field(…)
///     Content-Length: 42 CRLF CRLF    finish()
///     …                               what stands in `body` by then
///
/// The content is written to `body` at any time before `finish()`, since
/// its length stands before it.
package struct ResponseWriter: ~Copyable {
    /// The finished answers, and as much as is written of the one at hand.
    package private(set) var out: ByteWriter
    /// The content of the answer at hand.
    package var body: ByteWriter
    /// The context of the answer at hand.
    package internal(set) var context = ResponseContext()
    /// The status of the answer at hand, nil before `start`.
    package private(set) var status: Status?
    private var date: ByteWriter
    private var mark = 0
    /// Where the lines behind those that `start` writes begin.
    private var fields = 0

    /// A writer with nothing in it, at the beginning of 1970.
    package init() {
        out = ByteWriter(capacity: 16_384)
        body = ByteWriter(capacity: 16_384)
        date = ByteWriter(capacity: 64)
        setDate(0)
    }

    /// Sets what `Date` says from now on; to be called when a second has passed.
    package mutating func setDate(_ unixSeconds: Int64) {
        date.removeAll()
        date.append("Date: ")
        HTTPDate.append(unixSeconds, to: &date)
        date.append("\r\n")
    }

    /// Makes ready for the answer to another request.
    package mutating func begin(_ context: ResponseContext) {
        self.context = context
        mark = out.count
        status = nil
        body.removeAll()
    }

    /// Takes back what was written of this answer, so that another one can be given.
    package mutating func startOver() {
        out.truncate(to: mark)
        body.removeAll()
        status = nil
    }

    /// Has the connection closed after this answer; to be called before `start`.
    package mutating func close() {
        context.closes = true
    }

    /// Notes which of the handler's routes is being answered, counted from 1.
    package mutating func record(route: UInt8) {
        context.route = route
    }

    /// Notes whose request is being answered.
    package mutating func record(owner: Int) {
        context.owner = owner
    }

    /// Begins the head.
    package mutating func start(_ status: Status) {
        self.status = status
        out.append(status.line)
        out.append(date)
        out.append("X-Request-Id: ")
        context.id.write(to: &out)
        out.append("\r\n")
        if context.closes {
            out.append("Connection: close\r\n")
        } else if context.minorVersion == 0 {
            out.append("Connection: keep-alive\r\n")
        }
        varyField()
        corsFields()
        fields = out.count
    }

    /// Adds a field line.
    package mutating func field(_ name: StaticString, _ value: StaticString) {
        field(name) { $0.append(value) }
    }

    /// Adds a field line whose value `write` appends; it must append no line end.
    package mutating func field(_ name: StaticString, _ write: (inout ByteWriter) -> Void) {
        out.append(name)
        out.append(": ")
        write(&out)
        out.append("\r\n")
    }

    /// The lines that were added since `start`, each with its line end; to
    /// be asked for before `finish`.
    package var fieldLines: Span<UInt8> {
        @_lifetime(borrow self)
        get { out.span.extracting(fields..<out.count) }
    }

    /// Adds whole field lines, each with its line end, as they were written to an earlier answer.
    package mutating func fieldLines(_ lines: Span<UInt8>) {
        out.append(lines)
    }

    /// Ends the head and adds the content, unless the request or the status wants none.
    package mutating func finish() {
        guard endHead(before: body.count) else { return }
        out.append(body)
    }

    /// The same for content that stands elsewhere, instead of what is in `body`.
    package mutating func finish(with content: Span<UInt8>) {
        guard endHead(before: content.count) else { return }
        out.append(content)
    }

    /// Ends the head; false when no content follows it.
    private mutating func endHead(before count: Int) -> Bool {
        if status?.hasNoContent == true {
            out.append("\r\n")
            return false
        }
        out.append("Content-Length: ")
        out.append(decimal: count)
        out.append("\r\n\r\n")
        return !context.isHead
    }

    /// Begins the head of an answer whose content is sent in parts, its length not yet known.
    ///
    /// A client of HTTP/1.0 knows no chunks; for it the end of the
    /// connection is the end of the content.
    package mutating func startParts(_ status: Status) {
        context.isChunked = context.minorVersion == 1
        if !context.isChunked { context.closes = true }
        start(status)
    }

    /// Ends the head of such an answer.
    package mutating func finishHead() {
        out.append(context.isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n")
        body.removeAll()
    }

    /// Sends on what stands in `body` as a part of the content.
    package mutating func finishPart() {
        // An empty chunk would be the last one (RFC 9112 §7.1).
        guard body.count > 0 else { return }
        if context.isChunked {
            let digits = max(1, (Int.bitWidth - body.count.leadingZeroBitCount + 3) / 4)
            out.append(hexadecimal: UInt64(body.count), digits: digits)
            out.append("\r\n")
            out.append(body)
            out.append("\r\n")
        } else {
            out.append(body)
        }
        body.removeAll()
    }

    /// Ends content that was sent in parts.
    package mutating func finishParts() {
        if context.isChunked { out.append("0\r\n\r\n") }
    }

    /// Tells a client that it may send its body (RFC 9110 §15.2.1).
    package mutating func writeContinue() {
        out.append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// Forgets what was sent, and gives back the memory that one large answer took.
    package mutating func didSend() {
        out.removeAll(keeping: 262_144)
        body.removeAll(keeping: 262_144)
    }
}
