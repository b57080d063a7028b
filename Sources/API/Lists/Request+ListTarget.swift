import HTTP
import Items

extension Request {
    /// The path and query of a list as they were sent: the key of a cached response.
    ///
    /// Path and query are adjacent except in an absolute target without a path (RFC 9112 §3.2.1),
    /// which matches no list.
    var listTarget: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(head.path.start..<(head.query?.end ?? head.path.end)) }
    }
}
