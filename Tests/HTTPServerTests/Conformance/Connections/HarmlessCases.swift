import HTTP

// RFC 9110 §5.1 and §7.8: a server ignores fields for features that it does not have.

private let requests = [
    ("9110 §7.8", "An upgrade can be left out.", "Connection: Upgrade\r\nUpgrade: websocket"),
    (
        "6455 §4.1", "An upgrade to a WebSocket is ignored.",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZQ=="
    ),
    (
        "9113 §3.1", "An upgrade to HTTP/2 without TLS is ignored.",
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"
    ),
    (
        "9113 §3.1", "An upgrade to HTTP/2 with malformed settings is ignored.",
        "HTTP2-Settings: !!\r\nUpgrade: h2c"
    ),
    (
        "9110 §7.8", "An upgrade to an unknown protocol is ignored.",
        "Connection: Upgrade\r\nUpgrade: nonsense/0"
    ),
    ("9110 §7.8", "An upgrade without Connection is ignored.", "Upgrade: websocket"),
    ("2817 §3", "An upgrade to TLS is ignored.", "Connection: Upgrade\r\nUpgrade: TLS/1.0"),
    ("9110 §10.1.4", "TE says what may come in an answer.", "TE: trailers, deflate;q=0.5"),
    ("9110 §10.1.4", "TE can be nonsense.", "TE: ;;,\"\r\nConnection: TE"),
    ("9110 §6.6.2", "Trailer announces what need not come.", "Trailer: Content-MD5"),
    ("9110 §6.6.2", "Trailer can announce forbidden fields.", "Trailer: Host, Content-Length"),
    ("9110 §7.6.2", "Max-Forwards is for proxies.", "Max-Forwards: 0"),
    ("9110 §7.6.3", "Via is for proxies.", "Via: 1.1 b, 1.0 c (d)"),
    ("7239 §4", "Forwarded is for proxies.", "Forwarded: for=\"[::1]\";proto=https;host=b"),
    ("9110 §11.7.2", "Proxy-Authorization is for proxies.", "Proxy-Authorization: Basic b"),
    ("9110 §14.2", "A server without ranges sends the whole.", "Range: bytes=0-0"),
    ("9110 §14.2", "However many there are.", "Range: bytes=0-,0-,0-,0-,0-,0-,0-"),
    ("9110 §14.2", "A malformed range is ignored.", "Range: b=-\u{FF}"),
    ("9110 §13.1.5", "A range with a condition is ignored.", "Range: bytes=0-0\r\nIf-Range: \"b\""),
    ("9110 §6.6.1", "A client's Date need not be one.", "Date: yesterday"),
    ("9110 §13.1.3", "If-Modified-Since need not be a date.", "If-Modified-Since: yesterday"),
    ("9110 §13.1.4", "If-Unmodified-Since need not be a date.", "If-Unmodified-Since: tomorrow"),
    ("9110 §8.3", "A type without content is a type.", "Content-Type: application/json"),
    ("9110 §8.4", "A coding without content is a coding.", "Content-Encoding: nonsense"),
    ("9110 §12.5.3", "What the client can unpack is not packed.", "Accept-Encoding: gzip, *;q=0"),
    ("6265 §5.4", "Cookies are kept by others.", "Cookie: a=b; c=\"d\"; =; ;"),
    ("9110 §10.1.3", "Where a client comes from is its business.", "Referer: ://"),
    ("9110 §10.1.5", "User-Agent can be anything.", "User-Agent: ((("),
    ("8470 §5.1", "Early data is for TLS.", "Early-Data: 1"),
    ("9218 §4", "Priorities are for HTTP/2.", "Priority: u=9, i=?"),
    ("9111 §5.2", "A cache's words are for caches.", "Cache-Control: only-if-cached, no-store=\""),
    ("9111 §5.4", "The old word too.", "Pragma: no-cache"),
    ("7838 §5", "Where else it might be is known.", "Alt-Used: b"),
    ("9112 §B.1", "MIME has another version.", "MIME-Version: 2.0"),
    ("9110 §5.1", "A field of answers in a request means nothing.", "Set-Cookie: a=b\r\nServer: c"),
    ("9110 §5.1", "Status in a request means nothing.", "Status: 500"),
    (
        "9110 §5.1", "Fields for another target mean nothing.",
        "X-Original-URL: /b\r\nX-Rewrite-URL: /c"
    ),
    ("9110 §7.6.1", "Connection can name anything.", "Connection: Date, X-Request-Id, Cookie"),
    ("9110 §7.6.1", "Connection can hold other than tokens.", "Connection: (b), \"c\", @"),
].map { section, shows, lines in
    Case(section, shows, get("/a", "\(lines)\r\n"), .answer("GET /a"))
}

private let contents = [
    Case(
        "9110 §7.8", "An upgrade that is left out leaves the content of its request.",
        post("/a", "milk", "Connection: Upgrade\r\nUpgrade: h2c\r\n"), .answer("POST /a milk")),
    Case(
        "9110 §7.8", "HTTP/1.0 cannot upgrade at all.",
        "GET /a HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        .answer("GET /a"), ending: .ends),
    Case(
        "6455 §5.2", "What is sent as if there had been an upgrade is no request.",
        "\(get("/a", "Connection: Upgrade\r\nUpgrade: websocket\r\n"))\u{81}\u{5}hello",
        .answer("GET /a"), .refusal(400, .malformedRequestLine)),
    Case(
        "9113 §3.4", "The preface of HTTP/2 after an upgrade is no request.",
        "\(get("/a", "Connection: Upgrade\r\nUpgrade: h2c\r\n"))PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        .answer("GET /a"), .refusal(501, .unknownMethod)),
    Case(
        "9110 §14.4", "Content-Range does not change what content is.",
        post("/a", "milk", "Content-Range: bytes 0-3/40\r\n"), .answer("POST /a milk")),
    Case(
        "9110 §8.4", "Content that claims to be compressed is handed on as it is.",
        post("/a", "milk", "Content-Encoding: gzip\r\n"), .answer("POST /a milk")),
    Case(
        "9530 §2", "A digest is checked by those who know it.",
        post("/a", "milk", "Content-Digest: sha-256=:AAAA:\r\n"), .answer("POST /a milk")),
]

extension CaseGroup {
    static let harmless = CaseGroup("what is passed over", requests, contents)
}
