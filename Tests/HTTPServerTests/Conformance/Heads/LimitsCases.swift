import HTTP

// RFC 9112 §3 and RFC 6585 §5: refusals of long heads, exactly at the documented limits.

private func long(_ count: Int, _ letter: String = "b") -> String {
    String(repeating: letter, count: count)
}

/// A request whose first line has this number of bytes, including its line end.
private func line(_ count: Int, before: String = "") -> (target: String, request: String) {
    let target = "/\(before)\(long(count - "GET / HTTP/1.1\r\n".utf8.count - before.utf8.count))"
    return (target, get(target))
}

private let lines = [
    Case(
        "9112 §3", "A request line can have 8,000 bytes and more.", line(8192).request,
        .answer("GET \(line(8192).target)")),
    Case(
        "9110 §15.5.15", "One byte more is too long.", line(8193).request,
        .refusal(414, .targetTooLong)),
    Case(
        "9110 §15.5.15", "A query that is a byte too long is refused.",
        line(8193, before: "a?").request,
        .refusal(414, .targetTooLong)),
    Case(
        "9112 §3", "Which counts like the path.", line(8192, before: "a?").request,
        .answer("GET \(line(8192, before: "a?").target)")),
    Case(
        "9110 §15.5.15", "A target without an end is refused before it ends.",
        "GET /\(long(9000))", .refusal(414, .targetTooLong)),
    Case(
        "9110 §15.5.15", "An absolute one too.", "GET http://a/\(long(9000))",
        .refusal(414, .targetTooLong)),
    Case(
        "9110 §15.5.15", "However long it is.", get("/\(long(100_000))"),
        .refusal(414, .targetTooLong)),
    Case(
        "9112 §2.2", "Empty lines before the request do not count.",
        "\r\n\r\n\(line(8192).request)", .answer("GET \(line(8192).target)")),
]

/// The bytes of the field lines of `get`, their line ends and the empty line, without the value.
private let rest = "Host: a\r\nY: \r\n\r\n".utf8.count

private let fields = [
    Case(
        "6585 §5", "Fields can have 32 KiB.", get("/a", "Y: \(long(32_768 - rest))\r\n"),
        .answer("GET /a")),
    Case(
        "6585 §5", "One byte more is too large.", get("/a", "Y: \(long(32_769 - rest))\r\n"),
        .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "Many lines count like a long one.",
        get("/a", long(50, "Y: \(long(1000))\r\n")), .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "A name counts like a value.", get("/a", "\(long(40_000)): c\r\n"),
        .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "Blanks count like a value.", get("/a", "Y:\(long(40_000, " "))c\r\n"),
        .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "A value without an end is refused before it ends.",
        "GET /a HTTP/1.1\r\nY: \(long(40_000))", .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "There can be a hundred lines.", get("/a", long(99, "Y: b\r\n")),
        .answer("GET /a")),
    Case(
        "6585 §5", "One more is too many.", get("/a", long(100, "Y: b\r\n")),
        .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "Many short ones are too many before they are too large.",
        get("/a", long(5000, "Y:\r\n")), .refusal(431, .fieldsTooLarge)),
    Case(
        "6585 §5", "What is wrong before the limit is told first.",
        get("/a", "X : b\r\nY: \(long(40_000))\r\n"), .refusal(400, .malformedField)),
    Case(
        "6585 §5", "A length within them is no content yet.",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nY: \(long(40_000))\r\n\r\nmilk",
        .refusal(431, .fieldsTooLarge)),
]

private let requests = [
    Case(
        "9112 §9.3", "Limits are for each request anew.",
        "\(line(8192).request)\(line(8192).request)", .answer("GET \(line(8192).target)"),
        .answer("GET \(line(8192).target)")),
    Case(
        "9112 §9.3", "Limits of fields are for each request too.",
        "\(get("/a", long(99, "Y: b\r\n")))\(get("/b", long(99, "Y: b\r\n")))",
        .answer("GET /a"), .answer("GET /b")),
    Case(
        "9112 §9.3", "Content that fits leaves room for the next.",
        "\(post("/a", long(60_000)))\(post("/b", long(60_000)))",
        .answer("POST /a \(long(60_000))"), .answer("POST /b \(long(60_000))")),
]

extension CaseGroup {
    static let limits = CaseGroup("limits", lines, fields, requests)
}
