/// What the field lines together say about the message: whom it is for, where its body ends, and
/// whether the connection lives on.
///
/// Everything in which two readers of one request could differ is refused, never guessed.
struct FramingRules {
    private let minorVersion: UInt8
    private var host: ByteRange?
    private var length: Int?
    private var isChunked = false
    private var closes = false
    private var asksForKeepAlive = false
    private var expectsContinue = false

    /// Rules for a message of HTTP/1.0 or HTTP/1.1.
    init(minorVersion: UInt8) {
        self.minorVersion = minorVersion
    }

    /// Takes note of a line, and throws when it alone, or after those before it, is refused.
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

    /// Writes the outcome into the head, and throws when the lines do not go together.
    @inline(__always)
    func conclude(into head: inout RequestHead) throws(ScanError) {
        if host == nil, minorVersion > 0 { throw .bad(.missingHost) }
        if isChunked, length != nil { throw .bad(.ambiguousLength) }

        // RFC 9112 §3.2.2: the authority of an absolute target replaces Host.
        head.authority = head.authority ?? host
        head.framing = isChunked ? .chunked : length.map { .length($0) } ?? .none
        // RFC 9112 §9.3: close wins, HTTP/1.1 stays by default, HTTP/1.0 when it asks to.
        head.keepsAlive = !closes && (minorVersion > 0 || asksForKeepAlive)
        head.expectsContinue = expectsContinue
    }

    private mutating func observeHost(
        _ value: ByteRange, in bytes: Span<UInt8>
    ) throws(ScanError) {
        guard host == nil else { throw .bad(.repeatedHost) }
        // Empty is what clients send whose target has no authority (RFC 9112 §3.2).
        guard Authority.isValid(bytes.slice(value)) else { throw .bad(.malformedHost) }
        host = value
    }

    /// RFC 9112 §6.3 lets equal values pass that came twice; here one number comes once.
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

    /// `Connection`, RFC 9110 §7.6.1; options that are not known ask for nothing.
    private mutating func observeOptions(_ value: ByteRange, in bytes: Span<UInt8>) {
        var members = FieldListParser(value)
        while let member = members.next(in: bytes) {
            let option = bytes.slice(member)
            if option.equalsIgnoringCase("close") { closes = true }
            if option.equalsIgnoringCase("keep-alive") { asksForKeepAlive = true }
        }
    }

    /// RFC 9110 §10.1.1: 100-continue is ignored in HTTP/1.0, another expectation is not met.
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
