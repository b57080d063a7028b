import HTTP

/// The bytes of a request with these field lines in addition to `Host`.
func request(with lines: [String]) -> [UInt8] {
    Array("GET / HTTP/1.1\r\nHost: h\r\n\(lines.map { $0 + "\r\n" }.joined())\r\n".utf8)
}

/// The parsed head of those bytes.
func head(of request: [UInt8]) -> RequestHead {
    var head = RequestHead()
    let answer = RequestParser().parse(request.span, into: &head)
    precondition(answer == .done)
    return head
}
