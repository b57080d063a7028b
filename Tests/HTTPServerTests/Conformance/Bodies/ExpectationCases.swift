import HTTP

// RFC 9110 §10.1.1: a client can wait for a 100 before it sends its content.

private func head(_ lines: String, path: String = "/a", version: String = "1.1") -> String {
    "POST \(path) HTTP/\(version)\r\nHost: a\r\n\(lines)\r\n\r\n"
}

private let four = "Expect: 100-continue\r\nContent-Length: 4"

private let told = [
    Case(
        "9110 §10.1.1", "A client that expects a 100 gets it.",
        head(four), then: "milk", .goOn, .answer("POST /a milk")),
    Case(
        "9110 §10.1.1", "A 100 precedes chunks too.",
        head("Expect: 100-continue\r\nTransfer-Encoding: chunked"),
        then: "4\r\nmilk\r\n0\r\n\r\n", .goOn, .answer("POST /a milk")),
    Case(
        "9110 §10.1.1", "The expectation has no letter case.",
        head("expect: 100-Continue\r\nContent-Length: 4"), then: "milk", .goOn,
        .answer("POST /a milk")),
    Case(
        "9110 §5.6.1", "Expect is a list, in which empty members mean nothing.",
        head("Expect: , 100-continue,\r\nContent-Length: 4"), then: "milk", .goOn,
        .answer("POST /a milk")),
    Case(
        "9110 §5.3", "Two lines are one list.",
        head("Expect: 100-continue\r\n\(four)"), then: "milk", .goOn, .answer("POST /a milk")),
    Case(
        "9110 §10.1.1", "Any method can expect it.",
        "GET /a HTTP/1.1\r\nHost: a\r\n\(four)\r\n\r\n", then: "milk", .goOn,
        .answer("GET /a milk")),
    Case(
        "9110 §10.1.1", "A later minor version too.",
        head(four, version: "1.2"), then: "milk", .goOn, .answer("POST /a milk")),
    Case(
        "9112 §9.3", "What follows the content is the next request.",
        head(four), then: "milk\(get("/b"))", .goOn, .answer("POST /a milk"), .answer("GET /b")),
    Case(
        "9112 §9.6", "Close means after the answer, not after the 100.",
        head("Connection: close\r\n\(four)"), then: "milk", .goOn, .answer("POST /a milk"),
        ending: .ends),
    Case(
        "9112 §9.3.2", "A 100 is sent after the answers before it.",
        "\(get("/b"))\(head(four))", then: "milk", .answer("GET /b"), .goOn,
        .answer("POST /a milk")),
]

private let final = [
    Case(
        "9110 §10.1.1", "Content that is too large gets no 100.",
        head("Expect: 100-continue\r\nContent-Length: 5", path: "/small"),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
    Case(
        "9110 §10.1.1", "Unread content gets no 100.",
        head(four, path: "/unread"), .answer("POST /unread"), ending: .ends),
    Case(
        "9110 §10.1.1", "Unread content that is sent without a 100 is not a request.",
        "\(head("Expect: 100-continue\r\nContent-Length: 40", path: "/unread"))\(get("/smuggled"))",
        .answer("POST /unread"), ending: .ends),
    Case(
        "9110 §10.1.1", "A refused request gets its refusal, and no 100.",
        "POST /a HTTP/1.1\r\n\(four)\r\n\r\n", .refusal(400, .missingHost)),
    Case(
        "9110 §10.1.1", "Chunks that are wrong are refused after the 100.",
        head("Expect: 100-continue\r\nTransfer-Encoding: chunked"), then: "x\r\n", .goOn,
        .answer(400, "POST /a !malformedSize"), ending: .ends),
    Case(
        "9110 §10.1.1", "Chunks that are too large are refused after the 100.",
        head("Expect: 100-continue\r\nTransfer-Encoding: chunked", path: "/small"),
        then: "5\r\nmilky\r\n0\r\n\r\n", .goOn, .answer(413, "POST /small !tooLarge"),
        ending: .ends),
]

private let unneeded = [
    Case(
        "9110 §10.1.1", "Without content there is no 100.",
        head("Expect: 100-continue"), .answer("POST /a")),
    Case(
        "9110 §10.1.1", "With content of no bytes there is no 100.",
        head("Expect: 100-continue\r\nContent-Length: 0"), .answer("POST /a")),
    Case(
        "9110 §10.1.1", "Content that has begun gets no 100.",
        "\(head(four))milk", .answer("POST /a milk"), isAtOnce: true),
    Case(
        "9110 §10.1.1", "Chunks that have begun get no 100.",
        "\(head("Expect: 100-continue\r\nTransfer-Encoding: chunked"))4\r\nmilk\r\n0\r\n\r\n",
        .answer("POST /a milk"), isAtOnce: true),
    Case(
        "9110 §10.1.1", "Content between two other requests gets no 100.",
        "\(get("/b"))\(head(four))milk\(get("/c"))", .answer("GET /b"), .answer("POST /a milk"),
        .answer("GET /c"), isAtOnce: true),
    Case(
        "9110 §10.1.1", "HTTP/1.0 has no 100.",
        "\(head(four, version: "1.0"))milk", .answer("POST /a milk"), ending: .ends),
    Case(
        "9110 §10.1.1", "HTTP/1.0 has no 100 for unread content either.",
        head(four, path: "/unread", version: "1.0"), .answer("POST /unread"), ending: .ends),
    Case(
        "9110 §10.1.1", "Expecting nothing is no expectation.",
        "\(head("Expect:\r\nContent-Length: 4"))milk", .answer("POST /a milk")),
]

private let unknown = [
    "200-ok", "100", "100-continued", "100-continue=1", "100-continue, x", "x, 100-continue",
    "100-continue;q=1", "\"100-continue\"", "100 continue", "100-continue\u{A0}",
].map { value in
    Case(
        "9110 §10.1.1", "An unknown expectation is refused: \(value)",
        "\(head("Expect: \(value)\r\nContent-Length: 4"))milk",
        .refusal(417, .unknownExpectation))
}

extension CaseGroup {
    static let expectation = CaseGroup("Expect", told, final, unneeded, unknown)
}
