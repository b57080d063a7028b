/// Writes responses, one after the other, into the buffer of the next send.
///
///     HTTP/1.1 200 OK CRLF            start(.ok): status, Date, X-Request-Id, CORS and so on
///     ETag: "k3f9.42" CRLF            field(…)
///     Content-Length: 42 CRLF CRLF    finish()
///     …                               the bytes of `body`
///
/// The content is written to `body` before `finish()`, because `Content-Length` precedes it.
package struct ResponseWriter: ~Copyable {
    /// The finished responses and the written part of the current one.
    package internal(set) var out: ByteWriter
    /// The content of the current response.
    package var body: ByteWriter
    package internal(set) var context = ResponseContext()
    /// The status of the current response; nil before `start`.
    package private(set) var status: Status?
    /// Whether the connection closes without a response.
    package private(set) var isAbandoned = false
    private var date: ByteWriter
    private var mark = 0
    /// The offset after the lines that `start` writes.
    private var fields = 0

    /// A writer without output, with the date 1970-01-01.
    package init() {
        out = ByteWriter(capacity: 16_384)
        body = ByteWriter(capacity: 16_384)
        date = ByteWriter(capacity: 64)
        setDate(0)
    }

    /// Sets the value of `Date`; called once a second.
    package mutating func setDate(_ unixSeconds: Int64) {
        date.removeAll()
        date.append("Date: ")
        HTTPDate.append(unixSeconds, to: &date)
        date.append("\r\n")
    }

    /// Prepares for the next response.
    package mutating func begin(_ context: ResponseContext) {
        self.context = context
        mark = out.count
        status = nil
        isAbandoned = false
        body.removeAll()
    }

    /// Discards the current response, so that another one can be written.
    package mutating func startOver() {
        out.truncate(to: mark)
        body.removeAll()
        status = nil
    }

    /// Closes the connection without a response, because no response would be truthful.
    package mutating func abandon() {
        startOver()
        isAbandoned = true
    }

    /// Closes the connection after this response; call it before `start`.
    package mutating func close() {
        context.closes = true
    }

    /// Records the handler's route, counted from 1.
    package mutating func record(route: UInt8) {
        context.route = route
    }

    /// Keeps the path of the request out of the log.
    package mutating func hidePath() {
        context.hidesPath = true
    }

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
        browserFields()
        fields = out.count
    }

    /// Adds a field line.
    package mutating func field(_ name: StaticString, _ value: StaticString) {
        field(name) { $0.append(value) }
    }

    /// Adds a field line whose value `write` appends, without a line end.
    package mutating func field(_ name: StaticString, _ write: (inout ByteWriter) -> Void) {
        out.append(name)
        out.append(": ")
        write(&out)
        out.append("\r\n")
    }

    /// The lines added since `start`, each with its line end; read it before `finish`.
    package var fieldLines: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            precondition(status != nil, "the fields of a head without a start")
            return out.span.extracting(fields..<out.count)
        }
    }

    /// Adds complete field lines, each with its line end, copied from an earlier response.
    package mutating func fieldLines(_ lines: Span<UInt8>) {
        out.append(lines)
    }

    /// Ends the head and adds the content, if the method and the status allow content.
    package mutating func finish() {
        if endHead(before: body.count) { out.append(body) }
        body.removeAll()
    }

    /// Ends the head and adds this content instead of `body`.
    package mutating func finish(with content: Span<UInt8>) {
        if endHead(before: content.count) { out.append(content) }
        body.removeAll()
    }

    /// Ends the head; false when no content follows it.
    private mutating func endHead(before count: Int) -> Bool {
        precondition(status != nil, "the end of a head without a start")
        if status?.hasNoContent == true {
            out.append("\r\n")
            return false
        }
        out.append("Content-Length: ")
        out.append(decimal: count)
        out.append("\r\n\r\n")
        return !context.isHead
    }

    /// Begins the head of a response in parts, whose length is unknown.
    ///
    /// HTTP/1.0 has no chunks; there the content ends with the connection.
    package mutating func startParts(_ status: Status) {
        context.isChunked = context.minorVersion == 1
        if !context.isChunked { context.closes = true }
        start(status)
    }

    /// Ends the head of a response in parts.
    package mutating func finishHead() {
        precondition(status != nil, "the end of a head without a start")
        out.append(context.isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n")
        body.removeAll()
    }

    /// Sends the bytes of `body` as one part of the content.
    package mutating func finishPart() {
        // An empty chunk would end the body (RFC 9112 §7.1).
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

    package mutating func finishParts() {
        if context.isChunked, !context.isHead { out.append("0\r\n\r\n") }
    }

    /// Writes a 100 response: the client may send its body (RFC 9110 §15.2.1).
    package mutating func writeContinue() {
        out.append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// Clears the output after a send, and frees the memory of a large response.
    package mutating func didSend() {
        out.removeAll(keeping: 262_144)
        body.removeAll(keeping: 262_144)
    }
}
