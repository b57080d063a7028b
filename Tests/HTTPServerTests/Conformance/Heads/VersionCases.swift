import HTTP

// RFC 9112 §2.3: HTTP-version = "HTTP/" DIGIT "." DIGIT, in capitals.

private func spoken(_ version: String, _ fields: String = "Host: a\r\n") -> String {
    "GET /a \(version)\r\n\(fields)\r\n"
}

private let accepted = [
    Case("9112 §2.3", "HTTP/1.1 is spoken here.", spoken("HTTP/1.1"), .answer("GET /a")),
    Case(
        "9110 §2.5", "A later minor version is answered as 1.1.",
        spoken("HTTP/1.2"), .answer("GET /a")),
    Case(
        "9110 §2.5", "However late it is.", spoken("HTTP/1.9"), .answer("GET /a")),
    Case(
        "9112 §3.2", "A later minor version needs a Host.",
        spoken("HTTP/1.2", ""), .refusal(400, .missingHost)),
    Case(
        "9110 §2.5", "HTTP/1.0 is answered, with the server's own version in the answer.",
        spoken("HTTP/1.0"), .answer("GET /a"), ending: .ends),
    Case(
        "9112 §3.2", "HTTP/1.0 knew no Host.",
        spoken("HTTP/1.0", ""), .answer("GET /a"), ending: .ends),
    Case(
        "9112 §6.2", "HTTP/1.0 can send content with its length.",
        "POST /a HTTP/1.0\r\nContent-Length: 4\r\n\r\nmilk", .answer("POST /a milk"),
        ending: .ends),
    Case(
        "9112 §6.3", "Without a length there is no content in HTTP/1.0.",
        "POST /a HTTP/1.0\r\n\r\nmilk", .answer("POST /a"), ending: .ends),
]

private let unsupported = ["0.9", "2.0", "3.0", "9.9", "0.0", "2.1"].map { version in
    Case(
        "9110 §15.6.6", "HTTP/\(version) is another protocol.",
        spoken("HTTP/\(version)"), .refusal(505, .unsupportedVersion))
}

private let malformed = [
    ("A version has two numbers.", "HTTP/1"), ("A dot separates the numbers.", "HTTP/11"),
    ("The minor number is required.", "HTTP/1."), ("The major number is required.", "HTTP/.1"),
    ("The first has one digit.", "HTTP/11.1"), ("The second has one digit.", "HTTP/1.10"),
    ("No zero stands before it.", "HTTP/01.1"),
    ("No zero stands before the minor number.", "HTTP/1.01"),
    ("A version has no third number.", "HTTP/1.1.1"), ("A comma is no dot.", "HTTP/1,1"),
    ("A number has no sign.", "HTTP/-1.1"), ("A number has no plus.", "HTTP/+1.1"),
    ("A number has digits.", "HTTP/x.y"), ("A hexadecimal digit is not a digit.", "HTTP/1.a"),
    ("The name is in capitals.", "http/1.1"), ("The name is all in capitals.", "Http/1.1"),
    ("The name is HTTP.", "HTTPS/1.1"), ("The name is not shorter.", "HTP/1.1"),
    ("The name is not ICY.", "ICY/1.1"),
    ("The name is not empty.", "/1.1"), ("A slash follows it.", "HTTP-1.1"),
    ("A space does not replace the slash.", "HTTP 1.1"),
    ("One slash.", "HTTP//1.1"), ("No space is in it.", "HTTP/ 1.1"),
    ("No space is before the dot.", "HTTP/1 .1"), ("No NUL is before the dot.", "HTTP/1\0.1"),
    ("Superscripts are no digits.", "HTTP/1.\u{B9}"), ("Nothing follows.", "HTTP/1.1x"),
    ("Quotes are not part of it.", "\"HTTP/1.1\""),
    ("The number alone is no version.", "1.1"),
].map { shows, version in
    Case("9112 §2.3", shows, spoken(version), .refusal(400, .malformedVersion))
}

extension CaseGroup {
    static let version = CaseGroup("version", accepted, unsupported, malformed)
}
