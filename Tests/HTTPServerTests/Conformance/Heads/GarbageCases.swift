import HTTP

// RFC 9112 §2.2: bytes that are not a request are refused.

private func refused(
    _ shows: String, _ sent: String, _ status: Int = 400,
    _ fault: HeadFault = .malformedRequestLine
) -> Case {
    Case("9112 §2.2", shows, sent, .refusal(status, fault))
}

private let protocols = [
    refused(
        "A TLS client hello is refused.",
        "\u{16}\u{3}\u{1}\0\u{F5}\u{1}\0\0\u{F1}\u{3}\u{3}\u{9C}\u{4F}\0\u{20}\u{C0}\u{2F}"),
    refused("A client of SSL 2 does.", "\u{80}\u{2E}\u{1}\0\u{2}\0\u{15}\0\0\0\u{10}"),
    Case(
        "9113 §3.4", "HTTP/2 begins with words that are no method.",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\u{12}\u{4}\0\0\0\0\0", .refusal(501, .unknownMethod)),
    refused("A frame of HTTP/2 alone.", "\0\0\u{12}\u{4}\0\0\0\0\0"),
    refused("An SSH identification is refused.", "SSH-2.0-OpenSSH_9.6\r\n"),
    refused("An SMTP greeting is refused.", "EHLO example.org\r\n", 501, .unknownMethod),
    refused("An FTP login is refused.", "USER me\r\n", 501, .unknownMethod),
    refused("An IMAP command is refused.", "a1 CAPABILITY\r\n", 501, .unknownMethod),
    refused("A Redis command is refused.", "*1\r\n$4\r\nPING\r\n"),
    refused("An inline Redis command is refused.", "PING\r\n"),
    refused("A memcached command is refused.", "get a\r\n", 501, .unknownMethod),
    refused("A binary memcached command is refused.", "\u{80}\0\0\u{1}\0\0\0\0\0\0\0\u{1}"),
    refused(
        "An RTSP request is refused.", "OPTIONS rtsp://a/b RTSP/1.0\r\nCSeq: 1\r\n\r\n", 400,
        .malformedTarget),
    refused(
        "A SIP request is refused.", "OPTIONS sip:b@a SIP/2.0\r\n\r\n", 400, .malformedTarget),
    refused("A client of PostgreSQL begins.", "\0\0\0\u{8}\u{4}\u{D2}\u{16}\u{2F}"),
    refused("A client of MQTT connects.", "\u{10}\u{10}\0\u{4}MQTT\u{4}\u{2}\0\u{3C}\0\u{4}test"),
    refused("A client of telnet negotiates.", "\u{FF}\u{FB}\u{18}\u{FF}\u{FB}\u{1F}"),
    refused(
        "A client of LDAP binds.", "0\u{C}\u{2}\u{1}\u{1}\u{60}\u{7}\u{2}\u{1}\u{3}\u{4}\0\u{80}\0"),
    refused(
        "A PROXY protocol header is refused.", "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n", 501,
        .unknownMethod),
    refused(
        "A binary PROXY protocol header is refused.", "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\0\u{C}"),
    refused("A question to a name server.", "\0\u{1D}\u{12}\u{34}\u{1}\0\0\u{1}\0\0\0\0\0\0"),
    refused("A remote desktop.", "\u{3}\0\0\u{13}\u{E}\u{E0}\0\0\0\0\0\u{1}\0\u{8}\0\u{3}\0\0\0"),
    refused("A shared folder.", "\0\0\0\u{54}\u{FF}SMBr\0\0\0\0"),
]

private let texts = [
    refused("An answer is no request.", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    refused("A document is not a request.", "<!DOCTYPE html>\r\n"),
    refused("A JSON object is not a request.", "{\"title\":\"milk\"}"),
    refused("A field is not a request.", "Host: a\r\n\r\n"),
    refused("A path is not a request.", "/a\r\n\r\n"),
    refused("A URL is not a request.", "http://a/b\r\n\r\n"),
    refused("A chunk is not a request.", "4\r\nmilk\r\n0\r\n\r\n"),
    refused("A quotation mark is not a request.", "\""),
    refused("GET in UTF-16 is not a request.", "G\0E\0T\0 \0/\0a\0"),
    refused("GET in EBCDIC is not a request.", "\u{C7}\u{C5}\u{E3}\u{40}\u{61}"),
    refused("An emoji is not a request.", "\u{F0}\u{9F}\u{98}\u{80}"),
    refused("A letter above 127 is not a method.", "\u{C4} /a HTTP/1.1\r\nHost: a\r\n\r\n"),
]

private let bytes = [
    refused("A zero is refused.", "\0"),
    refused("A thousand are.", String(repeating: "\0", count: 1000)),
    refused("0xFF is.", "\u{FF}"),
    refused("A thousand are too.", String(repeating: "\u{FF}", count: 1000)),
    refused("A bell is refused.", "\u{7}"), refused("A line feed is refused.", "\n"),
    refused("A hundred thousand are.", String(repeating: "\n", count: 100_000)),
    refused("A hundred thousand spaces are refused.", String(repeating: " ", count: 100_000)),
    refused("A thousand empty lines are refused.", String(repeating: "\r\n", count: 1000)),
    refused("A thousand returns are refused.", String(repeating: "\r", count: 1000)),
    refused(
        "All bytes one after the other are.",
        String(String.UnicodeScalarView((0...255).map { Unicode.Scalar(UInt8($0)) }))),
    refused(
        "All bytes in reverse order are refused.",
        String(String.UnicodeScalarView((0...255).reversed().map { Unicode.Scalar(UInt8($0)) }))),
    refused(
        "A word without an end is an unknown method.",
        String(repeating: "A", count: 100_000), 501, .unknownMethod),
]

private let after = [
    Case(
        "9112 §9.3.2", "Garbage after a request is refused, and the request is answered.",
        "\(get("/a"))\0\u{FF}garbage", .answer("GET /a"), .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §9.3.2", "Garbage after content is refused.",
        "\(post("/a", "milk"))\u{16}\u{3}\u{1}", .answer("POST /a milk"),
        .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §9.3.2", "Garbage after chunks is refused.",
        "\(post("/a", chunks: ["milk"]))}}}}", .answer("POST /a milk"),
        .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §9.6", "A megabyte of it does not keep the refusal from its reader.",
        "\0\(String(repeating: "garbage ", count: 125_000))",
        .refusal(400, .malformedRequestLine)),
]

extension CaseGroup {
    static let garbage = CaseGroup("what is no request", protocols, texts, bytes, after)
}
