/// Where one field line stands in the buffer.
package struct FieldLine: Hashable, Sendable {
    /// Which field it is, as far as the server knows it.
    package var name: FieldName
    /// The name as it was sent.
    package var nameRange: ByteRange
    /// The value without the blanks around it.
    package var value: ByteRange
}

/// How long the body of a request is, RFC 9112 §6.3.
package enum BodyFraming: Equatable, Sendable {
    /// Neither field announced a body.
    case none
    /// `Content-Length` announced this many bytes.
    case length(Int)
    /// The body comes in chunks and says itself where it ends.
    case chunked
}

/// A request up to its body, as ranges into the buffer that it was read from.
///
///     GET /items?done=true HTTP/1.1 CRLF
///     ^   ^      ^                ^
///     method     query            minorVersion
///         path
///     Host: localhost CRLF
///     ^     ^
///     nameRange
///           value
///     CRLF
///     <- length bytes in all
///
/// It is made once for a connection and filled anew by each parse, so that `fields`
/// keeps its memory. Its parts mean something only after an answer of `.done`, and
/// only together with that buffer; the method alone does after any answer.
package struct RequestHead: Sendable {
    /// What is to be done; of a head that is refused as well, once the method is read.
    package internal(set) var method = Method.get
    /// The path as it was sent, with its escapes; for the server as a whole `*`, or empty behind
    /// an authority.
    package internal(set) var path = ByteRange(start: 0, end: 0)
    /// What follows the first `?`, nil when there is none.
    package internal(set) var query: ByteRange?
    /// Whom the request is meant for: the target's own authority, or the value of `Host`.
    package internal(set) var authority: ByteRange?
    /// 1 for HTTP/1.1 and later minor versions, 0 for HTTP/1.0.
    package internal(set) var minorVersion: UInt8 = 1
    /// All field lines in the order in which they were sent.
    package internal(set) var fields: [FieldLine] = []
    /// How long the body is.
    package internal(set) var framing = BodyFraming.none
    /// Whether the client wants to send further requests on this connection (RFC 9112 §9.3).
    package internal(set) var keepsAlive = true
    /// Whether the client waits for a 100 before it sends the body (RFC 9110 §10.1.1).
    package internal(set) var expectsContinue = false
    /// How many bytes the head has, with empty lines before it and the one that ends it.
    package internal(set) var length = 0

    /// An empty head, to be filled by a parser.
    package init() {}

    /// The value of the first line with that name.
    package func first(_ name: FieldName) -> ByteRange? {
        for line in fields where line.name == name { return line.value }
        return nil
    }

    /// How many lines have that name.
    package func count(of name: FieldName) -> Int {
        var count = 0
        for line in fields where line.name == name { count += 1 }
        return count
    }

    /// Shows the values of all lines with that name, in order, and rethrows
    /// what the closure throws.
    @inlinable
    package func forEach<Failure: Error>(
        _ name: FieldName, _ visit: (ByteRange) throws(Failure) -> Void
    ) throws(Failure) {
        for line in fields where line.name == name { try visit(line.value) }
    }

    /// Forgets the last request, and keeps the memory of its fields.
    mutating func reset() {
        // A head that is refused before its method is known must not look like the last one.
        method = .get
        query = nil
        authority = nil
        fields.removeAll(keepingCapacity: true)
        framing = .none
        expectsContinue = false
    }
}
