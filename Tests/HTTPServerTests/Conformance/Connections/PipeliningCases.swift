import HTTP

// RFC 9112 §9.3.2: requests can be sent without waiting, and are answered in order.

private func all(_ count: Int) -> [Answer] { (0..<count).map { .answer("GET /\($0)") } }
private func asked(_ count: Int) -> String { (0..<count).map { get("/\($0)") }.joined() }

private let deep = [
    Case("9112 §9.3.2", "Two requests are answered in order.", asked(2), all: all(2)),
    Case("9112 §9.3.2", "Ten are.", asked(10), all: all(10)),
    Case("9112 §9.3.2", "A hundred are.", asked(100), all: all(100)),
    Case(
        "9112 §9.3.2", "A hundred with content are.",
        (0..<100).map { post("/a", "\($0)") }.joined(),
        all: (0..<100).map { .answer("POST /a \($0)") }),
    Case(
        "9112 §9.3.2", "A hundred in chunks are.",
        (0..<100).map { post("/a", chunks: ["milk ", "\($0)"]) }.joined(),
        all: (0..<100).map { .answer("POST /a milk \($0)") }),
    Case(
        "9112 §9.3.2", "Ninety-nine are answered before the one that is refused.",
        "\(asked(99))nonsense\r\n\r\n\(get("/never"))",
        all: all(99) + [.refusal(400, .malformedRequestLine)]),
]

private let mixed = [
    Case(
        "9112 §9.3.2", "All kinds of answers keep their order.",
        "\(get("/a"))\(get("/b", method: "HEAD"))\(get("/empty"))\(get("/parts"))\(post("/c", "milk"))",
        .answer("GET /a"), .answer("HEAD /b"), .answer(204, "GET /empty"),
        .stream("GET /parts", "milk and eggs"), .answer("POST /c milk")),
    Case(
        "9112 §9.3.2", "Kinds of content do too.",
        "\(post("/a", "milk"))\(post("/b", chunks: ["eggs"]))\(post("/c", ""))\(get("/d"))",
        .answer("POST /a milk"), .answer("POST /b eggs"), .answer("POST /c"), .answer("GET /d")),
    Case(
        "9112 §9.3.2", "Answers in parts follow one another.",
        "\(get("/parts"))\(get("/parts"))\(get("/a"))", .stream("GET /parts", "milk and eggs"),
        .stream("GET /parts", "milk and eggs"), .answer("GET /a")),
    Case(
        "9112 §2.2", "Empty lines between them are passed over.",
        "\(get("/a"))\r\n\(get("/b"))\r\n\r\n\(get("/c"))", .answer("GET /a"), .answer("GET /b"),
        .answer("GET /c")),
    Case(
        "9112 §9.6", "After close no more is answered.",
        "\(get("/a"))\(get("/b", "Connection: close\r\n"))\(get("/never"))", .answer("GET /a"),
        .answer("GET /b"), ending: .ends),
    Case(
        "9112 §9.3", "After HTTP/1.0 no more is answered.",
        "\(get("/a"))GET /b HTTP/1.0\r\n\r\n\(get("/never"))", .answer("GET /a"),
        .answer("GET /b"), ending: .ends),
    Case(
        "9112 §9.3", "Unless it stays.",
        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n\(get("/b"))",
        .answer("GET /a", staysForOld: true), .answer("GET /b")),
]

/// Each of these in the middle leaves the requests before it unchanged and ends the connection.
private let middle: [(String, String, Answer)] = [
    ("A missing Host", "GET /b HTTP/1.1\r\n\r\n", .refusal(400, .missingHost)),
    ("An unknown method", get("/b", method: "BREW"), .refusal(501, .unknownMethod)),
    ("Another version", "GET /b HTTP/2.0\r\nHost: a\r\n\r\n", .refusal(505, .unsupportedVersion)),
    ("A bad field", get("/b", "X : b\r\n"), .refusal(400, .malformedField)),
    ("A bad length", get("/b", "Content-Length: x\r\n"), .refusal(400, .malformedContentLength)),
    (
        "Another coding", get("/b", "Transfer-Encoding: gzip\r\n"),
        .refusal(501, .unsupportedTransferCoding)
    ),
    ("An expectation", get("/b", "Expect: x\r\n"), .refusal(417, .unknownExpectation)),
    (
        "A target too long", get("/\(String(repeating: "b", count: 9000))"),
        .refusal(414, .targetTooLong)
    ),
    (
        "Too many fields", get("/b", String(repeating: "X: b\r\n", count: 101)),
        .refusal(431, .fieldsTooLarge)
    ),
    ("A binary zero", "\0", .refusal(400, .malformedRequestLine)),
    ("A bare LF", "GET /b HTTP/1.1\nHost: a\n\n", .refusal(400, .malformedVersion)),
]

private let faults = middle.map { name, request, answer in
    Case(
        "9112 §9.3.2", "\(name) in the middle does not eat the answers before it.",
        "\(asked(3))\(request)\(get("/never"))", all: all(3) + [answer])
}

private let bodies = [
    ("Content that is too large", post("/small", "milky"), "POST /small !tooLarge", 413),
    ("Unread content", post("/unread", "milk"), "POST /unread", 200),
    (
        "A bad chunk", post("/b", chunks: ["m"]).replacing("\r\n1\r\n", with: "\r\nx\r\n"),
        "POST /b !malformedSize", 400
    ),
].map { name, request, report, status in
    Case(
        "9112 §9.3.2", "\(name) in the middle does not either.",
        "\(get("/a"))\(request)\(get("/never"))", .answer("GET /a"), .answer(status, report),
        ending: .ends)
}

private let left = [
    Case(
        "9112 §9.6", "A client that sends no more still gets its answer.", get("/a"),
        .answer("GET /a"), ending: .left),
    Case(
        "9112 §9.6", "All of them.",
        "\(get("/a"))\(get("/parts"))\(post("/b", "milk"))", .answer("GET /a"),
        .stream("GET /parts", "milk and eggs"), .answer("POST /b milk"), ending: .left),
    Case(
        "9112 §9.6",
        "A client of HTTP/1.0 that half-closes gets its answer, and the connection ends.",
        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        .answer("GET /a", staysForOld: true), ending: .left),
]

extension CaseGroup {
    static let pipelining = CaseGroup("pipelining", deep, mixed, faults, bodies, left)
}
