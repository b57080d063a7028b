/// The first line of a request, RFC 9112 §3.
///
///     method SP request-target SP HTTP-version CRLF
extension HeadScanner {
    /// Skips the empty lines that some clients send after a body, RFC 9112 §2.2.
    mutating func skipEmptyLines(atMost count: Int) throws(ScanError) {
        for _ in 0..<count {
            guard try current() == .carriageReturn else { return }
            try lineEnd(else: .malformedRequestLine)
        }
    }

    mutating func requestLine(into head: inout RequestHead) throws(ScanError) {
        head.method = try method()
        // RFC 9112 §3: a method that is too long is 501, a target that is too long 414.
        faultAtLimit = .targetTooLong
        try target(into: &head)
        try expect(.space, else: .malformedRequestLine)
        head.minorVersion = try version()
    }

    private mutating func method() throws(ScanError) -> Method {
        let token = run { $0.isTokenCharacter }
        guard try current() == .space, !token.isEmpty else { throw .bad(.malformedRequestLine) }
        advance()
        guard let method = Method(bytes.slice(token)) else { throw .bad(.unknownMethod) }
        return method
    }

    private mutating func target(into head: inout RequestHead) throws(ScanError) {
        switch try current() {
        case UInt8(ascii: "/"):
            try originForm(into: &head)
        case UInt8(ascii: "*") where head.method == .options:
            // RFC 9112 §3.2.4: only OPTIONS applies to the server as a whole.
            head.path = ByteRange(start: position, end: position + 1)
            advance()
        case .space:
            throw .bad(.malformedRequestLine)
        default:
            try absoluteForm(into: &head)
        }
        let next = try current()
        guard next == .space else {
            let isLineEnd = next == .carriageReturn || next == .lineFeed
            throw .bad(isLineEnd ? .malformedRequestLine : .malformedTarget)
        }
    }

    private mutating func originForm(into head: inout RequestHead) throws(ScanError) {
        head.path = run(of: { $0.isPathCharacter }, word: { $0.arePathCharacters })
        if try current() == UInt8(ascii: "?") {
            advance()
            head.query = run { $0.isQueryCharacter }
        }
    }

    private mutating func absoluteForm(into head: inout RequestHead) throws(ScanError) {
        let whole = run { $0.isQueryCharacter }
        guard try current() == .space else { return }
        guard let target = AbsoluteTarget(whole, of: head.method, in: bytes) else {
            throw .bad(.malformedTarget)
        }
        // RFC 9110 §7.4: a response without TLS must not look like one with a certificate.
        guard !target.isSecured else { throw .bad(.securedTarget) }
        head.authority = target.authority
        head.path = target.path
        head.query = target.query
    }

    private mutating func version() throws(ScanError) -> UInt8 {
        let range = run { $0.isVisible }
        try lineEnd(else: .malformedVersion)
        let text = bytes.slice(range)
        guard text.count == 8, text.extracting(first: 5).equals("HTTP/"), text[5].isDigit,
            text[6] == UInt8(ascii: "."), text[7].isDigit
        else { throw .bad(.malformedVersion) }
        guard text[5] == UInt8(ascii: "1") else { throw .bad(.unsupportedVersion) }
        // RFC 9110 §2.5: a later minor version is treated as the highest known one.
        return text[7] == UInt8(ascii: "0") ? 0 : 1
    }
}
