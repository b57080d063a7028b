// RFC 9112 §9.3: unread content is never parsed as the next request.

private let hidden = get("/smuggled")

private func sent(
    _ path: String, _ lines: String, _ body: String, by method: String = "POST"
) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
}

private let left = [
    Case(
        "9112 §9.3", "Content that the answer does not depend on ends the connection.",
        sent("/unread", "Content-Length: 4", "milk"), .answer("POST /unread"), ending: .ends),
    Case(
        "9112 §9.3", "A request in unread content is not parsed.",
        sent("/unread", "Content-Length: \(hidden.utf8.count)", hidden), .answer("POST /unread"),
        ending: .ends),
    Case(
        "9112 §9.3", "A request after unread content is not parsed.",
        sent("/unread", "Content-Length: 4", "milk\(hidden)"), .answer("POST /unread"),
        ending: .ends),
    Case(
        "9112 §9.3", "A request in unread chunks is not parsed.",
        sent("/unread", "Transfer-Encoding: chunked", "26\r\n\(hidden)\r\n0\r\n\r\n"),
        .answer("POST /unread"), ending: .ends),
    Case(
        "9112 §9.3", "A request after unread chunks is not parsed.",
        sent("/unread", "Transfer-Encoding: chunked", "0\r\n\r\n\(hidden)"),
        .answer("POST /unread"), ending: .ends),
    Case(
        "9112 §9.3", "Unread chunks need not be well-formed.",
        sent("/unread", "Transfer-Encoding: chunked", "x\r\n\(hidden)"),
        .answer("POST /unread"), ending: .ends),
    Case(
        "9112 §9.3", "GET is no exception.",
        sent("/unread", "Content-Length: 4", "milk\(hidden)", by: "GET"), .answer("GET /unread"),
        ending: .ends),
    Case(
        "9112 §9.6", "The answer arrives though much more is on the way.",
        sent("/unread", "Content-Length: 900000", String(repeating: "milk, ", count: 150_000)),
        .answer("POST /unread"), ending: .ends),
    Case(
        "9112 §9.3", "Without content the connection stays.",
        get("/unread"), .answer("GET /unread")),
    Case(
        "9112 §9.3", "With content of no bytes the connection stays.",
        sent("/unread", "Content-Length: 0", ""), .answer("POST /unread")),
]

private let tooLarge = [
    Case(
        "9110 §15.5.14", "Content can be as large as the limit.",
        sent("/small", "Content-Length: 4", "milk"), .answer("POST /small milk")),
    Case(
        "9110 §15.5.14", "Content cannot be a byte larger.",
        sent("/small", "Content-Length: 5", "milky"), .answer(413, "POST /small !tooLarge"),
        ending: .ends),
    Case(
        "9110 §15.5.14", "Larger content is refused before it arrives.",
        sent("/small", "Content-Length: 5", ""), .answer(413, "POST /small !tooLarge"),
        ending: .ends),
    Case(
        "9112 §9.3", "A request in unread content is not parsed.",
        sent("/small", "Content-Length: \(hidden.utf8.count)", hidden),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
    Case(
        "9110 §15.5.14", "Chunks together can be as large.",
        sent("/small", "Transfer-Encoding: chunked", "2\r\nmi\r\n2\r\nlk\r\n0\r\n\r\n"),
        .answer("POST /small milk")),
    Case(
        "9110 §15.5.14", "Chunks together cannot be a byte larger.",
        sent("/small", "Transfer-Encoding: chunked", "2\r\nmi\r\n3\r\nlky\r\n0\r\n\r\n"),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
    Case(
        "9110 §15.5.14", "Chunks are refused when the size has arrived.",
        sent("/small", "Transfer-Encoding: chunked", "5\r\n"),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
    Case(
        "9112 §9.3", "A request in a chunk that is too large is not parsed.",
        sent("/small", "Transfer-Encoding: chunked", "26\r\n\(hidden)\r\n0\r\n\r\n\(hidden)"),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
    Case(
        "9112 §9.6", "The refusal arrives though much more is on the way.",
        sent("/small", "Content-Length: 900000", String(repeating: "milk, ", count: 150_000)),
        .answer(413, "POST /small !tooLarge"), ending: .ends),
]

extension CaseGroup {
    static let unread = CaseGroup("unread content", left, tooLarge)
}
