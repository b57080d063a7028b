import HTTP

// RFC 9112 §8: a request that the client does not finish is not answered, and not handed on.

private let beginnings = [
    ("A client can come and go.", ""), ("Or send an empty line.", "\r\n"),
    ("Or half of one.", "\r"),
    ("Or a letter.", "G"), ("Or a method.", "GET"), ("Or a method and a space.", "GET "),
    ("Or half a target.", "GET /a"), ("Or half an absolute one.", "GET http://a"),
    ("Or a target.", "GET /a "), ("Or half a version.", "GET /a HTTP/1"),
    ("Or a version.", "GET /a HTTP/1.1"), ("Or half its line end.", "GET /a HTTP/1.1\r"),
    ("Or a request line.", "GET /a HTTP/1.1\r\n"), ("Or half a name.", "GET /a HTTP/1.1\r\nHo"),
    ("Or a name.", "GET /a HTTP/1.1\r\nHost:"), ("Or a value.", "GET /a HTTP/1.1\r\nHost: a"),
    ("Or half its line end.", "GET /a HTTP/1.1\r\nHost: a\r"),
    ("Or all but the empty line.", "GET /a HTTP/1.1\r\nHost: a\r\n"),
    ("Or half the empty line.", "GET /a HTTP/1.1\r\nHost: a\r\n\r"),
    ("Or HTTP/1.0 without its end.", "GET /a HTTP/1.0\r\n"),
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
    ("Nor does HTTP/1.0.", "POST /a HTTP/1.0\r\nContent-Length: 4\r\n\r\nmil"),
].map { Case("9112 §8", $0, $1, ending: .left) }

private let later = [
    Case(
        "9112 §8", "What was whole before is answered.",
        "\(get("/a"))GET /b HT", .answer("GET /a"), ending: .left),
    Case(
        "9112 §8", "Before content in part too.",
        "\(get("/a"))\(begun("Content-Length: 4", "mil"))", .answer("GET /a"), ending: .left),
    Case(
        "9112 §8", "Before chunks in part too.",
        "\(post("/b", "milk"))\(begun("Transfer-Encoding: chunked", "4\r\nmi"))",
        .answer("POST /b milk"), ending: .left),
    Case(
        "9110 §10.1.1", "A client can disconnect after a 100.",
        begun("Expect: 100-continue\r\nContent-Length: 4", ""), .goOn, ending: .left),
    Case(
        "9112 §8", "What is wrong already is refused.",
        "GET  /a", .refusal(400, .malformedRequestLine), ending: .ends),
    Case(
        "9112 §8", "In a field too.", "GET /a HTTP/1.1\r\nX :",
        .refusal(400, .malformedField), ending: .ends),
]

extension Chapter {
    static let incomplete = Chapter("incomplete requests", beginnings, contents, later)
}
