/// A field line, as ranges in the buffer.
package struct FieldLine: Hashable, Sendable {
    /// The field, if the server uses it.
    package var name: FieldName
    /// The name as it was sent.
    package var nameRange: ByteRange
    /// The value without surrounding white space.
    package var value: ByteRange
}

/// How the end of a request's body is determined, RFC 9112 §6.3.
package enum BodyFraming: Equatable, Sendable {
    case none
    /// `Content-Length` gives this many bytes.
    case length(Int)
    case chunked
}

/// A request without its body, as ranges in the buffer that holds it.
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
/// Each connection makes one and each parse refills it, so `fields` keeps its memory. The
/// properties are valid only after `.done` and only with that buffer; `method` alone is valid after
/// any result.
package struct RequestHead: Sendable {
    /// The method; also of a refused head, once it is parsed.
    package internal(set) var method = Method.get
    /// The path, undecoded; for the server as a whole `*`, or empty after an authority.
    package internal(set) var path = ByteRange(start: 0, end: 0)
    /// The part after the first `?`; nil if absent.
    package internal(set) var query: ByteRange?
    /// The addressed server: the authority of the target, or else the value of `Host`.
    package internal(set) var authority: ByteRange?
    /// 1 for HTTP/1.1 and later minor versions, 0 for HTTP/1.0.
    package internal(set) var minorVersion: UInt8 = 1
    /// All field lines, in the order sent.
    package internal(set) var fields: [FieldLine] = []
    /// How the end of the body is determined.
    package internal(set) var framing = BodyFraming.none
    /// Whether the connection persists after this request (RFC 9112 §9.3).
    package internal(set) var keepsAlive = true
    /// Whether the client waits for a 100 response before it sends the body (RFC 9110 §10.1.1).
    package internal(set) var expectsContinue = false
    /// The length of the head in bytes, with the empty lines before and after it.
    package internal(set) var length = 0

    /// An empty head, which a parser fills.
    package init() {}

    /// The value of the first line with this name.
    package func first(_ name: FieldName) -> ByteRange? {
        for line in fields where line.name == name { return line.value }
        return nil
    }

    /// The number of lines with this name.
    package func count(of name: FieldName) -> Int {
        var count = 0
        for line in fields where line.name == name { count += 1 }
        return count
    }

    /// Visits the values of all lines with this name in order, and rethrows the closure's error.
    @inlinable
    package func forEach<Failure: Error>(
        _ name: FieldName, _ visit: (ByteRange) throws(Failure) -> Void
    ) throws(Failure) {
        for line in fields where line.name == name { try visit(line.value) }
    }

    /// Clears the head, and keeps the memory of its fields.
    mutating func reset() {
        // A head that is refused before its method is parsed must not show the previous method.
        method = .get
        query = nil
        authority = nil
        fields.removeAll(keepingCapacity: true)
        framing = .none
        expectsContinue = false
    }
}
