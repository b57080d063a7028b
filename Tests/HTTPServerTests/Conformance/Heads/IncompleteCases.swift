import HTTP

// RFC 9112 §8: an unfinished request is not answered, and does not reach the handler.

private let beginnings = [
    ("A client can come and go.", ""), ("A client can end after an empty line.", "\r\n"),
    ("A client can end in an empty line.", "\r"),
    ("A client can end after a letter.", "G"), ("A client can end after a method.", "GET"),
    ("A client can end after a method and a space.", "GET "),
    ("A client can end in a target.", "GET /a"),
    ("A client can end in an absolute target.", "GET http://a"),
    ("A client can end after a target.", "GET /a "),
    ("A client can end in a version.", "GET /a HTTP/1"),
    ("A client can end after a version.", "GET /a HTTP/1.1"),
    ("A client can end in the line end of a request line.", "GET /a HTTP/1.1\r"),
    ("A client can end after a request line.", "GET /a HTTP/1.1\r\n"),
    ("A client can end in a name.", "GET /a HTTP/1.1\r\nHo"),
    ("A client can end after a name.", "GET /a HTTP/1.1\r\nHost:"),
    ("A client can end after a value.", "GET /a HTTP/1.1\r\nHost: a"),
    ("A client can end in the line end of a field.", "GET /a HTTP/1.1\r\nHost: a\r"),
    ("A client can end before the empty line.", "GET /a HTTP/1.1\r\nHost: a\r\n"),
    ("A client can end in the empty line.", "GET /a HTTP/1.1\r\nHost: a\r\n\r"),
    ("A client of HTTP/1.0 can end before the empty line.", "GET /a HTTP/1.0\r\n"),
].map { Case("9112 §8", $0, $1, ending: .left) }

private func begun(_ lines: String, _ body: String) -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
}

private let contents = [
    ("Content can be missing.", begun("Content-Length: 4", "")),
    ("Content can arrive in part.", begun("Content-Length: 4", "mil")),
    ("A part of large content can arrive.", begun("Content-Length: 1000000", "milk")),
    (
        "Incomplete content is not handed on although it looks complete.",
        begun("Content-Length: 40", get("/smuggled"))
    ),
    ("Chunks can be missing.", begun("Transfer-Encoding: chunked", "")),
    ("Chunks can end in a size.", begun("Transfer-Encoding: chunked", "4")),
    ("Chunks can end in an extension.", begun("Transfer-Encoding: chunked", "4;a=\"b")),
    ("Chunks can end in a line end.", begun("Transfer-Encoding: chunked", "4\r")),
    ("Chunks can end before data.", begun("Transfer-Encoding: chunked", "4\r\n")),
    ("Chunks can end in data.", begun("Transfer-Encoding: chunked", "4\r\nmi")),
    ("Chunks can end after data.", begun("Transfer-Encoding: chunked", "4\r\nmilk")),
    ("Chunks can end in a line end.", begun("Transfer-Encoding: chunked", "4\r\nmilk\r")),
    ("The last chunk can be missing.", begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n")),
    ("Chunks can end in the last chunk.", begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n0")),
    (
        "The last line end can be missing.",
        begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n0\r\n")
    ),
    (
        "Chunks can end in the last line end.",
        begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n0\r\n\r")
    ),
    ("Chunks can end in a trailer.", begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n0\r\nX: b")),
    (
        "Chunks can end after a trailer.",
        begun("Transfer-Encoding: chunked", "4\r\nmilk\r\n0\r\nX: b\r\n")
    ),
    (
        "Connection: close does not complete content.",
        begun("Connection: close\r\nContent-Length: 4", "mil")
    ),
    ("HTTP/1.0 does not complete content.", "POST /a HTTP/1.0\r\nContent-Length: 4\r\n\r\nmil"),
].map { Case("9112 §8", $0, $1, ending: .left) }

private let later = [
    Case(
        "9112 §8", "What was whole before is answered.",
        "\(get("/a"))GET /b HT", .answer("GET /a"), ending: .left),
    Case(
        "9112 §8", "A request before incomplete content is answered.",
        "\(get("/a"))\(begun("Content-Length: 4", "mil"))", .answer("GET /a"), ending: .left),
    Case(
        "9112 §8", "A request before incomplete chunks is answered.",
        "\(post("/b", "milk"))\(begun("Transfer-Encoding: chunked", "4\r\nmi"))",
        .answer("POST /b milk"), ending: .left),
    Case(
        "9110 §10.1.1", "A client can disconnect after a 100.",
        begun("Expect: 100-continue\r\nContent-Length: 4", ""), .goOn, ending: .left),
    Case(
        "9112 §8", "What is wrong already is refused.",
        "GET  /a", .refusal(400, .malformedRequestLine), ending: .ends),
    Case(
        "9112 §8", "A fault in an incomplete field is refused.", "GET /a HTTP/1.1\r\nX :",
        .refusal(400, .malformedField), ending: .ends),
]

extension CaseGroup {
    static let incomplete = CaseGroup("incomplete requests", beginnings, contents, later)
}
