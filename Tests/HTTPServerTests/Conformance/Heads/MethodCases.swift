import HTTP

// RFC 9110 §9: the method is a case-sensitive token.

private func done(_ method: String, _ fields: String = "", _ body: String = "") -> String {
    "\(method) /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
}

private let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].flatMap { method in
    [
        Case(
            "9110 §9.3", "\(method) is known.", done(method), .answer("\(method) /a")),
        Case(
            "9110 §6.4", "Content of \(method) belongs to the request, whatever it means there.",
            done(method, "Content-Length: 4\r\n", "milk"), .answer("\(method) /a milk")),
        Case(
            "9112 §6.1", "Content of \(method) in chunks belongs to the request.",
            done(method, "Transfer-Encoding: chunked\r\n", "4\r\nmilk\r\n0\r\n\r\n"),
            .answer("\(method) /a milk")),
    ]
}

private let unknown = [
    ("9110 §9.1", "get", "Methods have a letter case."),
    ("9110 §9.1", "Get", "A capitalized method is another method."),
    ("9110 §9.1", "GeT", "A method in mixed case is another method."),
    ("9110 §9.1", "GETT", "A longer method is another."),
    ("9110 §9.1", "GE", "A shorter method is another."), ("9110 §9.1", "BREW", "BREW is unknown."),
    ("9110 §9.3.8", "TRACE", "TRACE would reveal fields of proxies."),
    ("9110 §9.3.6", "CONNECT", "CONNECT to a path is unknown."),
    ("9110 §16.1", "PROPFIND", "Registered methods of others are unknown here."),
    ("9110 §16.1", "M-SEARCH", "A token can have a hyphen."),
    ("9110 §5.6.2", "!#$%&'*+-.^_`|~", "All of these can be in a token."),
    ("9110 §5.6.2", "123", "A token can have digits."),
    ("5789 §2", "patch", "PATCH has a letter case."),
].map { section, method, shows in
    Case(section, shows, done(method), .refusal(501, .unknownMethod))
}

private let others = [
    Case(
        "9110 §9.3.6", "CONNECT requests a tunnel and is not implemented.",
        "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n",
        .refusal(501, .unknownMethod)),
    Case(
        "9112 §3", "A method longer than any known one is not implemented.",
        done(String(repeating: "A", count: 1000)), .refusal(501, .unknownMethod)),
    Case(
        "9112 §3", "An unknown method longer than a request line is not implemented.",
        done(String(repeating: "A", count: 9000)), .refusal(501, .unknownMethod)),
    Case(
        "9110 §9.1", "What an unknown method brings along is never the next request.",
        done("BREW", "Content-Length: \(get("/b").utf8.count)\r\n", get("/b")),
        .refusal(501, .unknownMethod)),
    Case(
        "9110 §9.3.3", "POST without a length has no content.", done("POST") + get("/b"),
        .answer("POST /a"), .answer("GET /b")),
    Case(
        "9110 §9.3.1", "A field does not change the method.",
        done("POST", "X-HTTP-Method-Override: DELETE\r\n"), .answer("POST /a")),
]

extension CaseGroup {
    static let method = CaseGroup("method", known, unknown, others)
}
