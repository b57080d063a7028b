import HTTP

// RFC 9112 §3: request-line = method SP request-target SP HTTP-version

/// A request with this first line, which includes its line end.
private func begun(_ line: String) -> String { "\(line)Host: a\r\n\r\n" }

private let accepted = [
    Case(
        "9112 §3", "A request line is a method, a target and a version, with a space between.",
        begun("GET /a HTTP/1.1\r\n"), .answer("GET /a")),
    Case(
        "9112 §2.2", "An empty line before it is passed over.",
        begun("\r\nGET /a HTTP/1.1\r\n"), .answer("GET /a")),
    Case(
        "9112 §2.2", "Four empty lines are skipped as well.",
        begun("\r\n\r\n\r\n\r\nGET /a HTTP/1.1\r\n"), .answer("GET /a")),
    Case(
        "9112 §2.2",
        "An old client's line end after a body is an empty line before the next request.",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nmilk\r\n\(get("/b"))",
        .answer("POST /a milk"), .answer("GET /b")),
    Case(
        "9112 §2.2", "Empty lines are counted for each request anew.",
        "\r\n\r\n\r\n\(get("/a"))\r\n\r\n\r\n\(get("/b"))", .answer("GET /a"), .answer("GET /b")),
]

private func refused(_ section: String, _ shows: String, _ line: String) -> Case {
    Case(section, shows, begun(line), .refusal(400, .malformedRequestLine))
}

private let beginnings = [
    refused(
        "9112 §2.2", "Five empty lines are no request.", "\r\n\r\n\r\n\r\n\r\nGET /a HTTP/1.1\r\n"),
    refused("9112 §2.2", "An empty line ends with CRLF, not with LF.", "\nGET /a HTTP/1.1\r\n"),
    refused("9112 §2.2", "An empty line does not end with CR.", "\rGET /a HTTP/1.1\r\n"),
    refused("9112 §2.2", "An empty line does not end with LF CR.", "\n\rGET /a HTTP/1.1\r\n"),
    refused("9112 §2.2", "A line of white space is no empty line.", " \r\nGET /a HTTP/1.1\r\n"),
    refused("9112 §3", "No space stands before the method.", " GET /a HTTP/1.1\r\n"),
    refused("9112 §3", "No tab stands before the method.", "\tGET /a HTTP/1.1\r\n"),
    refused("9112 §3", "No NUL stands before the method.", "\0GET /a HTTP/1.1\r\n"),
    refused(
        "9112 §3", "A byte order mark is no white space.", "\u{EF}\u{BB}\u{BF}GET /a HTTP/1.1\r\n"),
]

private let separators = [
    refused(
        "9112 §3", "Between method and target stands one space, not two.", "GET  /a HTTP/1.1\r\n"),
    refused("9112 §3", "A tab does not separate method and target.", "GET\t/a HTTP/1.1\r\n"),
    refused(
        "9112 §3", "A vertical tab does not separate method and target.", "GET\u{B}/a HTTP/1.1\r\n"),
    refused(
        "9112 §3", "A form feed does not separate method and target.", "GET\u{C}/a HTTP/1.1\r\n"),
    refused("9112 §3", "A CR does not separate method and target.", "GET\r/a HTTP/1.1\r\n"),
    refused(
        "9112 §3", "A no-break space does not separate method and target.",
        "GET\u{A0}/a HTTP/1.1\r\n"),
    refused("9112 §3", "Method and target are separated.", "GET/a HTTP/1.1\r\n"),
    refused("9112 §3", "A method alone is no request.", "GET\r\n"),
    refused("9112 §3", "A method and a space are not a request line.", "GET \r\n"),
    refused("9112 §3", "The target is required.", "GET HTTP/1.1\r\n"),
    refused("9112 §3", "The target is not empty.", "GET  HTTP/1.1\r\n"),
    refused("9112 §2.3", "HTTP/0.9 had no version; it is not spoken any more.", "GET /a\r\n"),
    refused("9112 §2.3", "HTTP/0.9 with a bare LF is not accepted.", "GET /a\n"),
    refused("9112 §3", "The line is not broken before the version.", "GET /a\r\n HTTP/1.1\r\n"),
]

private let methods = [
    refused("9110 §9.1", "A method is a token: no parenthesis.", "GE(T /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No comma.", "GE,T /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No slash.", "GE/T /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No colon.", "GET: /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No equals sign.", "GET=GET /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No quotes.", "\"GET\" /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No bracket.", "GET[] /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No brace.", "GET{} /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No backslash.", "GE\\T /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No at sign.", "GET@a /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No NUL.", "GE\0T /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No DEL.", "GET\u{7F} /a HTTP/1.1\r\n"),
    refused("9110 §9.1", "No byte above 127.", "G\u{C9}T /a HTTP/1.1\r\n"),
]

/// After the target, only the version and its line end can be wrong.
private let endings = [
    ("A second space before the version is not passed over.", "GET /a  HTTP/1.1\r\n"),
    ("A space after the version is not trimmed.", "GET /a HTTP/1.1 \r\n"),
    ("A tab after the version is not trimmed.", "GET /a HTTP/1.1\t\r\n"),
    ("A fourth word is not passed over.", "GET /a HTTP/1.1 x\r\n"),
    ("A target with a space in it is two words.", "GET /a b HTTP/1.1\r\n"),
    ("A second version is not passed over.", "GET /a HTTP/1.1 HTTP/1.1\r\n"),
    ("LF alone does not end the line; here it may, and must not be guessed.", "GET /a HTTP/1.1\n"),
    ("CR alone does not end it.", "GET /a HTTP/1.1\r"),
    ("LF CR does not.", "GET /a HTTP/1.1\n\r"),
    ("CR CR LF does not.", "GET /a HTTP/1.1\r\r\n"),
    ("NUL before the line end is no white space.", "GET /a HTTP/1.1\0\r\n"),
].map { shows, line in
    Case("9112 §2.2", shows, begun(line), .refusal(400, .malformedVersion))
}

extension CaseGroup {
    static let requestLine = CaseGroup(
        "request line", accepted, beginnings, separators, methods, endings)
}
