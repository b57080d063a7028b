/// A request target with scheme and authority: `http://authority/path?query`, RFC 9112 §3.2.2.
struct AbsoluteTarget {
    /// Whether it is `https`.
    let isSecured: Bool
    /// Host and optional port.
    let authority: ByteRange
    /// The path: at least `/`; empty for OPTIONS of the server as a whole.
    let path: ByteRange
    /// The part after the first `?`.
    let query: ByteRange?

    /// Parses a target; nil with another scheme or with a missing or malformed host.
    init?(_ whole: ByteRange, of method: Method, in bytes: Span<UInt8>) {
        let text = bytes.slice(whole)
        isSecured = text.extracting(first: 8).equalsIgnoringCase("https://")
        guard isSecured || text.extracting(first: 7).equalsIgnoringCase("http://") else {
            return nil
        }
        let start = whole.start + (isSecured ? 8 : 7)
        var end = start
        while end < whole.end, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") {
            end += 1
        }
        authority = ByteRange(start: start, end: end)
        // RFC 9110 §4.2.1: an http URI without a host is invalid.
        guard !authority.isEmpty, Authority.isValid(bytes.slice(authority)) else { return nil }

        let startOfPath = end
        while end < whole.end, bytes[end] != UInt8(ascii: "?") { end += 1 }
        query = end < whole.end ? ByteRange(start: end + 1, end: whole.end) : nil
        // RFC 9110 §4.2.3: an empty path means "/", except for OPTIONS. A range needs a "/" in the
        // buffer: the second slash of "//" serves.
        path =
            startOfPath < end || method == .options && query == nil
            ? ByteRange(start: startOfPath, end: end) : ByteRange(start: start - 1, end: start)
    }
}
