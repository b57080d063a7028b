// RFC 9112 §9: a connection of HTTP/1.1 stays open without close, one of 1.0 ends without
// keep-alive.

private func old(_ lines: String, _ body: String = "", by method: String = "GET") -> String {
    "\(method) /a HTTP/1.0\r\n\(lines)\r\n\(body)"
}

private let stays = [
    ("9112 §9.3", "A connection stays.", ""),
    ("9112 §9.3", "It need not be asked to.", "Connection: keep-alive\r\n"),
    ("9110 §7.6.1", "What is not known asks for nothing.", "Connection: x\r\n"),
    ("9110 §7.6.1", "Nor does nothing.", "Connection:\r\n"),
    ("9110 §7.6.1", "Nor do commas.", "Connection: , ,\r\n"),
    ("9110 §7.6.1", "A longer word is another.", "Connection: closed\r\n"),
    ("9110 §7.6.1", "So is a shorter one.", "Connection: clos\r\n"),
    ("9110 §7.6.1", "So is one with a parameter.", "Connection: close;q=0\r\n"),
    ("9110 §7.6.1", "So is a quoted one.", "Connection: \"close\"\r\n"),
    ("9110 §7.6.1", "So is one with 0xA0 behind it.", "Connection: close\u{A0}\r\n"),
    ("9112 §9.3", "A word for proxies asks for nothing.", "Proxy-Connection: close\r\n"),
    ("9112 §9.3", "How long to stay is the server's business.", "Keep-Alive: timeout=0, max=1\r\n"),
    ("9110 §7.6.1", "Close in another field is a value.", "Upgrade: close\r\n"),
].map { section, shows, lines in
    Case(section, shows, get("/a", lines), .answer("GET /a"))
}

private let ends = [
    ("9112 §9.6", "It ends when the client says close.", "Connection: close\r\n"),
    ("9110 §7.6.1", "In any letter case.", "cONNECTION: CLOSE\r\n"),
    ("9110 §5.5", "With blanks around.", "Connection: \t close \t \r\n"),
    ("9110 §7.6.1", "Among others.", "Connection: x, close\r\n"),
    ("9110 §7.6.1", "Before others.", "Connection: close,x\r\n"),
    ("9110 §5.6.1", "With empty members.", "Connection: ,, close ,\r\n"),
    ("9110 §5.3", "In another line.", "Connection: x\r\nConnection: close\r\n"),
    ("9112 §9.3", "Close wins over keep-alive.", "Connection: keep-alive, close\r\n"),
    ("9112 §9.3", "In either order.", "Connection: close, keep-alive\r\n"),
    ("9112 §9.3", "In two lines.", "Connection: close\r\nConnection: keep-alive\r\n"),
    ("9110 §7.6.1", "Twice is once.", "Connection: close, close\r\n"),
].map { section, shows, lines in
    Case(section, shows, get("/a", lines), .answer("GET /a"), ending: .ends)
}

private let last = [
    Case(
        "9112 §9.6", "What comes after close is not looked at.",
        "\(get("/a", "Connection: close\r\n"))\(get("/b"))", .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.6", "Whatever it is.",
        "\(get("/a", "Connection: close\r\n"))\0\0\0", .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.6", "The content of the last request is read before.",
        post("/a", "milk", "Connection: close\r\n"), .answer("POST /a milk"), ending: .ends),
    Case(
        "9112 §9.6", "In chunks too.", post("/a", chunks: ["mi", "lk"], "Connection: close\r\n"),
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
        "9112 §9.3", "It stays when it asks to, and is told so.",
        old("Connection: keep-alive\r\n"), .answer("GET /a", staysForOld: true)),
    Case(
        "9110 §7.6.1", "In any letter case.", old("connection: Keep-Alive\r\n"),
        .answer("GET /a", staysForOld: true)),
    Case(
        "9110 §7.6.1", "Among others.", old("Connection: x, keep-alive\r\n"),
        .answer("GET /a", staysForOld: true)),
    Case(
        "9112 §9.3", "Close wins.", old("Connection: keep-alive, close\r\n"), .answer("GET /a"),
        ending: .ends),
    Case(
        "9112 §9.3", "Another field asks for nothing.", old("Keep-Alive: timeout=5\r\n"),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "Nor does another word.", old("Connection: x\r\n"), .answer("GET /a"),
        ending: .ends),
    Case(
        "9112 §C.2.2", "Nor does the word for proxies.", old("Proxy-Connection: keep-alive\r\n"),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "It can send content and stay.",
        old("Connection: keep-alive\r\nContent-Length: 4\r\n", "milk", by: "POST"),
        .answer("POST /a milk", staysForOld: true)),
    Case(
        "9112 §9.3", "It can ask again, and end then.",
        "\(old("Connection: keep-alive\r\n"))\(old(""))", .answer("GET /a", staysForOld: true),
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "What comes after its end is not looked at.", "\(old(""))\(old(""))",
        .answer("GET /a"), ending: .ends),
    Case(
        "9112 §9.3", "HEAD of 1.0 can stay.", old("Connection: keep-alive\r\n", by: "HEAD"),
        .answer("HEAD /a", staysForOld: true)),
]

extension Chapter {
    static let persistence = Chapter("persistence", stays, ends, last, olds)
}
