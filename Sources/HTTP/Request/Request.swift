/// One request as a handler sees it: its head and body, still in the connection's buffer.
package struct Request: ~Escapable {
    package let head: RequestHead
    /// The buffer that the ranges of `head` point into.
    package let bytes: Span<UInt8>
    /// The content, complete and without any framing; empty when there was none.
    package let body: Span<UInt8>
    /// Set when the body could not be read; then `body` is empty and the connection will be closed.
    package let bodyFault: BodyFault?
    package let id: RequestID
    /// From where the connection comes, nil when that is not known.
    package let peer: IPAddress?

    /// A request that borrows the buffers it was read into.
    @_lifetime(copy bytes, copy body)
    package init(
        head: RequestHead, bytes: Span<UInt8>, body: Span<UInt8>, bodyFault: BodyFault? = nil,
        id: RequestID, peer: IPAddress? = nil
    ) {
        self.head = head
        self.bytes = bytes
        self.body = body
        self.bodyFault = bodyFault
        self.id = id
        self.peer = peer
    }

    /// The path as it was sent, with its escapes.
    package var path: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.slice(head.path) }
    }

    /// Whether it is about no path, but the server as a whole (RFC 9112 §3.2.4).
    package var isAboutServer: Bool { path.isEmpty || path.equals("*") }

    /// Whom the request is meant for, host and port; nil when it does not say.
    package var authority: Span<UInt8>? {
        @_lifetime(copy self)
        get { if let authority = head.authority { bytes.slice(authority) } else { nil } }
    }

    /// The same without the port.
    package var host: Span<UInt8>? {
        @_lifetime(copy self)
        get { if let authority { Authority.host(authority) } else { nil } }
    }

    /// What follows the `?` of the target, nil when there is none.
    package var query: Span<UInt8>? {
        @_lifetime(copy self)
        get { if let query = head.query { bytes.slice(query) } else { nil } }
    }

    /// The value of the first field line with that name.
    @_lifetime(copy self)
    package func value(_ name: FieldName) -> Span<UInt8>? {
        if let range = head.first(name) { bytes.slice(range) } else { nil }
    }
}

/// Why the body of a request was not read.
package enum BodyFault: Error, Equatable, Sendable {
    /// It is longer than the handler said it would take.
    case tooLarge(limit: Int)
    /// Its chunks are not what RFC 9112 §7.1 says.
    case malformed(ChunkFault)
    /// It did not come in time.
    case timedOut
    /// The server has too many bodies in hand already.
    case overloaded
}

/// Names one request in answers, problems and logs.
package enum RequestID: Equatable, Sendable {
    /// The server's own: 16 hexadecimal digits.
    case made(UInt64)
    /// The client's `X-Request-Id`: 1 to 64 visible ASCII characters.
    case sent(String)

    /// The client's id, or nil when it is not one that can be echoed.
    package init?(sent value: Span<UInt8>) {
        guard value.count > 0, value.count <= 64 else { return nil }
        for index in value.indices where !(0x21...0x7E).contains(value[index]) { return nil }
        var text = ""
        for index in value.indices { text.unicodeScalars.append(Unicode.Scalar(value[index])) }
        self = .sent(text)
    }

    /// Writes the id as it stands in a field.
    package func write(to bytes: inout ByteWriter) {
        switch self {
        case .sent(let text): bytes.append(text: text)
        case .made(let number): bytes.append(hexadecimal: number, digits: 16)
        }
    }
}
