// RFC 9112 §9: without `close`, an HTTP/1.1 connection stays open. Without `keep-alive`, an
// HTTP/1.0 connection ends.

private func old(_ lines: String, _ body: String = "", by method: String = "GET") -> String {
    "\(method) /a HTTP/1.0\r\n\(lines)\r\n\(body)"
}

private let stays = [
    ("9112 §9.3", "A connection stays.", ""),
    ("9112 §9.3", "A connection stays with keep-alive as well.", "Connection: keep-alive\r\n"),
    ("9110 §7.6.1", "What is not known asks for nothing.", "Connection: x\r\n"),
    ("9110 §7.6.1", "An empty Connection means nothing.", "Connection:\r\n"),
    ("9110 §7.6.1", "Commas in Connection mean nothing.", "Connection: , ,\r\n"),
    ("9110 §7.6.1", "A longer word is another.", "Connection: closed\r\n"),
    ("9110 §7.6.1", "A shorter word is another.", "Connection: clos\r\n"),
    ("9110 §7.6.1", "A word with a parameter is another.", "Connection: close;q=0\r\n"),
    ("9110 §7.6.1", "A quoted word is another.", "Connection: \"close\"\r\n"),
    ("9110 §7.6.1", "A word with 0xA0 behind it is another.", "Connection: close\u{A0}\r\n"),
    ("9112 §9.3", "A word for proxies asks for nothing.", "Proxy-Connection: close\r\n"),
    ("9112 §9.3", "How long to stay is the server's business.", "Keep-Alive: timeout=0, max=1\r\n"),
    ("9110 §7.6.1", "Close in another field is a value.", "Upgrade: close\r\n"),
].map { section, shows, lines in
    Case(section, shows, get("/a", lines), .answer("GET /a"))
}

private let ends = [
    ("9112 §9.6", "A connection ends with close.", "Connection: close\r\n"),
    ("9110 §7.6.1", "Close has no letter case.", "cONNECTION: CLOSE\r\n"),
    ("9110 §5.5", "Close can have blanks around.", "Connection: \t close \t \r\n"),
    ("9110 §7.6.1", "Among others.", "Connection: x, close\r\n"),
    ("9110 §7.6.1", "Close can precede others.", "Connection: close,x\r\n"),
    ("9110 §5.6.1", "Close can be among empty members.", "Connection: ,, close ,\r\n"),
    ("9110 §5.3", "Close can be in another line.", "Connection: x\r\nConnection: close\r\n"),
    ("9112 §9.3", "Close wins over keep-alive.", "Connection: keep-alive, close\r\n"),
    ("9112 §9.3", "Close wins in either order.", "Connection: close, keep-alive\r\n"),
    ("9112 §9.3", "Close wins in two lines.", "Connection: close\r\nConnection: keep-alive\r\n"),
    ("9110 §7.6.1", "Close can come twice.", "Connection: close, close\r\n"),
].map { section, shows, lines in
    Case(section, shows, get("/a", lines), .answer("GET /a"), ending: .ends)
}

private let last = [
    Case(
        "9112 §9.6", "What comes after close is not looked at.",
        "\(get("/a", "Connection: close\r\n"))\(get("/b"))", .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.6", "Garbage after close is not read.",
        "\(get("/a", "Connection: close\r\n"))\0\0\0", .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.6", "The content of the last request is read before.",
        post("/a", "milk", "Connection: close\r\n"), .answer("POST /a milk"), ending: .ends),
    Case(
        "9112 §9.6", "The chunks of the last request are read before.",
        post("/a", chunks: ["mi", "lk"], "Connection: close\r\n"),
        .answer("POST /a milk"), ending: .ends),
    Case(
        "9112 §9.6", "An answer in parts can be the last.",
        get("/parts", "Connection: close\r\n"), .stream("GET /parts", "milk and eggs"),
        ending: .ends),
    Case(
        "9112 §9.6", "HEAD can be the last.", get("/a", "Connection: close\r\n", method: "HEAD"),
        .answer("HEAD /a"), ending: .ends),
]

private let olds = [
    Case("9112 §9.3", "HTTP/1.0 ends by itself.", old(""), .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "HTTP/1.0 stays with keep-alive, which the answer confirms.",
        old("Connection: keep-alive\r\n"), .answer("GET /a", staysForOld: true)),
    Case(
        "9110 §7.6.1", "The keep-alive of HTTP/1.0 has no letter case.",
        old("connection: Keep-Alive\r\n"),
        .answer("GET /a", staysForOld: true)),
    Case(
        "9110 §7.6.1", "Among others.", old("Connection: x, keep-alive\r\n"),
        .answer("GET /a", staysForOld: true)),
    Case(
        "9112 §9.3", "Close wins.", old("Connection: keep-alive, close\r\n"), .answer("GET /a"),
        ending: .ends),
    Case(
        "9112 §9.3", "Keep-Alive does not keep HTTP/1.0 open.", old("Keep-Alive: timeout=5\r\n"),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "Another word does not keep HTTP/1.0 open.", old("Connection: x\r\n"),
        .answer("GET /a"),
        ending: .ends),
    Case(
        "9112 §C.2.2", "Proxy-Connection does not keep HTTP/1.0 open.",
        old("Proxy-Connection: keep-alive\r\n"),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "HTTP/1.0 can send content and stay.",
        old("Connection: keep-alive\r\nContent-Length: 4\r\n", "milk", by: "POST"),
        .answer("POST /a milk", staysForOld: true)),
    Case(
        "9112 §9.3", "HTTP/1.0 can send another request, and end after it.",
        "\(old("Connection: keep-alive\r\n"))\(old(""))", .answer("GET /a", staysForOld: true),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "What comes after its end is not looked at.", "\(old(""))\(old(""))",
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "HEAD of 1.0 can stay.", old("Connection: keep-alive\r\n", by: "HEAD"),
        .answer("HEAD /a", staysForOld: true)),
]

extension CaseGroup {
    static let persistence = CaseGroup("persistence", stays, ends, last, olds)
}
