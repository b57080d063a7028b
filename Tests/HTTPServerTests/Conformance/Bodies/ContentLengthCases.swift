import HTTP

// RFC 9110 §8.6 and RFC 9112 §6.2: Content-Length = 1*DIGIT, and there is one number.

private func with(_ lines: String, _ body: String = "") -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)"
}

private let accepted = [
    Case(
        "9112 §6.2", "Content-Length bytes are the content.",
        with("Content-Length: 4", "milk"), .answer("POST /a milk")),
    Case("9112 §6.2", "Zero is a length.", with("Content-Length: 0"), .answer("POST /a")),
    Case(
        "9112 §6.3", "What follows is the next request.",
        with("Content-Length: 4", "milk\(get("/b"))"), .answer("POST /a milk"), .answer("GET /b")),
    Case(
        "9112 §6.3", "What looks like a request in it is content.",
        with("Content-Length: \(get("/b").utf8.count)", get("/b")), .answer("POST /a \(get("/b"))")),
    Case(
        "9112 §6.3", "Even an empty line is content.",
        with("Content-Length: 6", "\r\n\r\n\r\n\(get("/b"))"), .answer("POST /a \r\n\r\n\r\n"),
        .answer("GET /b")),
    Case(
        "9110 §8.6", "Content can be any bytes.",
        with("Content-Length: 4", "\0\r\n\u{1}"), .answer("POST /a \0\r\n\u{1}")),
    Case(
        "9110 §8.6", "Zeros in front change nothing: there is no octal.",
        with("Content-Length: 0010", "0123456789"), .answer("POST /a 0123456789")),
    Case(
        "9110 §8.6", "However many.",
        with("Content-Length: 0000000000000000000000000000000000000004", "milk"),
        .answer("POST /a milk")),
    Case("9110 §8.6", "Two zeros are zero.", with("Content-Length: 00"), .answer("POST /a")),
    Case(
        "9110 §5.5", "Blanks are no part of it.",
        with("Content-Length:\t 4 \t", "milk"), .answer("POST /a milk")),
    Case(
        "9110 §5.1", "Its name has no letter case.",
        with("content-length:4", "milk"), .answer("POST /a milk")),
    Case(
        "9112 §6.3", "Without it there is no content; what follows is a request.",
        with("X: b", get("/b")), .answer("POST /a [b]"), .answer("GET /b")),
    Case(
        "9112 §6.3", "What follows can be malformed.",
        with("X: b", "milk\r\n\r\n"), .answer("POST /a [b]"), .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §6.3", "Content that is longer than Content-Length ends at Content-Length.",
        with("Content-Length: 4", "milk!\r\n\r\n"), .answer("POST /a milk"),
        .refusal(400, .malformedRequestLine)),
]

private func refused(_ section: String, _ shows: String, _ lines: String) -> Case {
    // A server that reads the number differently would parse the content as a request.
    Case(section, shows, with(lines, get("/smuggled")), .refusal(400, .malformedContentLength))
}

private let malformed = [
    ("It is not empty.", ""), ("It has no sign.", "+4"), ("It has no minus.", "-4"),
    ("Zero has no minus.", "-0"), ("No plus of zero.", "+0"), ("It is not hexadecimal.", "0x4"),
    ("It is not octal.", "0o4"), ("It is not binary.", "0b1"), ("It has no letters.", "4a"),
    ("It is not a word.", "four"), ("It has no dot.", "4.0"), ("No exponent.", "4e0"),
    ("No underscore.", "4_0"), ("No blank inside.", "4 4"), ("No tab inside.", "4\t4"),
    ("No comma with an equal number.", "4, 4"), ("No comma with another number.", "4, 5"),
    ("No comma after the number.", "4,"), ("No comma before the number.", ",4"),
    ("No semicolon.", "4;"),
    ("No quotes.", "\"4\""), ("No apostrophe.", "1'000"), ("It is not null.", "null"),
    ("It is not infinite.", "inf"), ("It is not NaN.", "NaN"),
    ("It is not percent-encoded.", "%34"),
    ("Superscripts are no digits.", "\u{B2}"),
    ("Fullwidth digits of UTF-8 are no digits.", "\u{EF}\u{BC}\u{94}"),
    ("0xA0 is not a blank to be trimmed.", "4\u{A0}"),
    ("0x85 is not a blank to be trimmed.", "\u{85}4"),
].map { refused("9110 §8.6", $0, "Content-Length: \($1)") }

private let large = [
    ("2^63 does not become negative.", "9223372036854775808"),
    ("2^64 does not become zero.", "18446744073709551616"),
    ("2^64 + 4 does not become four.", "18446744073709551620"),
    ("Ten times 2^63 does not wrap.", "92233720368547758080"),
    ("A hundred digits do not wrap.", String(repeating: "9", count: 100)),
].map { refused("9110 §8.6", $0, "Content-Length: \($1)") }

private let repeated = [
    refused("9112 §6.3", "It does not come twice.", "Content-Length: 4\r\nContent-Length: 5"),
    refused(
        "9112 §6.3", "It does not come twice in another order.",
        "Content-Length: 5\r\nContent-Length: 4"),
    refused(
        "9112 §6.3", "It does not come twice with the same value.",
        "Content-Length: 4\r\nContent-Length: 4"),
    refused(
        "9112 §6.3", "It does not come twice with a zero.", "Content-Length: 0\r\nContent-Length: 4"
    ),
    refused(
        "9112 §6.3", "It does not come twice with an empty value.",
        "Content-Length: 4\r\nContent-Length:"),
    refused(
        "9112 §6.3", "It does not come twice in another letter case.",
        "Content-Length: 4\r\nCONTENT-LENGTH: 4"),
    refused(
        "9112 §6.3", "It does not come twice with other fields between.",
        "Content-Length: 4\r\nX: b\r\nContent-Length: 4"),
]

/// Correct numbers that are too large for this server.
private let tooLarge = [
    ("2^32 does not become zero.", "4294967296"),
    ("2^32 + 4 does not become four.", "4294967300"),
    ("2^31 does not become negative.", "2147483648"),
    ("2^63 - 1 is a number.", "9223372036854775807"),
].map { shows, length in
    Case(
        "9110 §15.5.14", shows, with("Content-Length: \(length)", "milk"),
        .answer(413, "POST /a !tooLarge"), ending: .ends)
}

private let old = [
    Case(
        "9112 §6.3", "HTTP/1.0 is not believed more.",
        "POST /a HTTP/1.0\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nmilk!",
        .refusal(400, .malformedContentLength))
]

extension CaseGroup {
    static let contentLength = CaseGroup(
        "Content-Length", accepted, malformed, large, repeated, tooLarge, old)
}
