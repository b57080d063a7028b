/// The field lines' effect on the message: its host, the end of its body, and whether the
/// connection persists.
///
/// Whatever two parsers could read differently is refused.
struct FramingRules {
    private let minorVersion: UInt8
    private var host: ByteRange?
    private var length: Int?
    private var isChunked = false
    private var closes = false
    private var asksForKeepAlive = false
    private var expectsContinue = false

    /// The rules of HTTP/1.0 or HTTP/1.1.
    init(minorVersion: UInt8) {
        self.minorVersion = minorVersion
    }

    /// Applies a line; throws if the line, by itself or after earlier lines, is refused.
    @inline(__always)
    mutating func observe(_ line: FieldLine, in bytes: Span<UInt8>) throws(ScanError) {
        switch line.name {
        case .host: try observeHost(line.value, in: bytes)
        case .contentLength: try observeLength(bytes.slice(line.value))
        case .transferEncoding: try observeCodings(line.value, in: bytes)
        case .connection: observeOptions(line.value, in: bytes)
        case .expect: try observeExpectations(line.value, in: bytes)
        default: break
        }
    }

    /// Stores the result in the head; throws if the lines contradict each other.
    @inline(__always)
    func conclude(into head: inout RequestHead) throws(ScanError) {
        if host == nil, minorVersion > 0 { throw .bad(.missingHost) }
        if isChunked, length != nil { throw .bad(.ambiguousLength) }

        // RFC 9112 §3.2.2: the authority of an absolute target replaces Host.
        head.authority = head.authority ?? host
        head.framing = isChunked ? .chunked : length.map { .length($0) } ?? .none
        // RFC 9112 §9.3: close wins; HTTP/1.1 persists by default, HTTP/1.0 on request.
        head.keepsAlive = !closes && (minorVersion > 0 || asksForKeepAlive)
        head.expectsContinue = expectsContinue
    }

    private mutating func observeHost(
        _ value: ByteRange, in bytes: Span<UInt8>
    ) throws(ScanError) {
        guard host == nil else { throw .bad(.repeatedHost) }
        // Clients send an empty Host when the target has no authority (RFC 9112 §3.2).
        guard Authority.isValid(bytes.slice(value)) else { throw .bad(.malformedHost) }
        host = value
    }

    /// RFC 9112 §6.3 allows repeated equal values; here the field must be one number, once.
    private mutating func observeLength(_ text: Span<UInt8>) throws(ScanError) {
        guard length == nil, !text.isEmpty else { throw .bad(.malformedContentLength) }
        var sum = 0
        for index in text.indices {
            guard text[index].isDigit else { throw .bad(.malformedContentLength) }
            let (tens, overflow) = sum.multipliedReportingOverflow(by: 10)
            let (next, overflowToo) = tens.addingReportingOverflow(
                Int(text[index] &- UInt8(ascii: "0")))
            if overflow || overflowToo { throw .bad(.malformedContentLength) }
            sum = next
        }
        length = sum
    }

    /// `chunked` and nothing else, once: RFC 9112 §6.1 and §7.
    private mutating func observeCodings(
        _ value: ByteRange, in bytes: Span<UInt8>
    ) throws(ScanError) {
        guard minorVersion > 0 else { throw .bad(.malformedTransferEncoding) }
        var members = FieldListParser(value)
        while let member = members.next(in: bytes) {
            let coding = bytes.slice(member)
            guard !isChunked, coding.isToken else { throw .bad(.malformedTransferEncoding) }
            guard coding.equalsIgnoringCase("chunked") else {
                throw .bad(.unsupportedTransferCoding)
            }
            isChunked = true
        }
    }

    /// `Connection`, RFC 9110 §7.6.1; unknown options are ignored.
    private mutating func observeOptions(_ value: ByteRange, in bytes: Span<UInt8>) {
        var members = FieldListParser(value)
        while let member = members.next(in: bytes) {
            let option = bytes.slice(member)
            if option.equalsIgnoringCase("close") { closes = true }
            if option.equalsIgnoringCase("keep-alive") { asksForKeepAlive = true }
        }
    }

    /// RFC 9110 §10.1.1: HTTP/1.0 ignores 100-continue; any other expectation is refused.
    private mutating func observeExpectations(
        _ value: ByteRange, in bytes: Span<UInt8>
    ) throws(ScanError) {
        var members = FieldListParser(value)
        while let member = members.next(in: bytes) {
            if member.isEmpty { continue }
            guard bytes.slice(member).equalsIgnoringCase("100-continue") else {
                throw .bad(.unknownExpectation)
            }
            expectsContinue = minorVersion > 0
        }
    }
}
