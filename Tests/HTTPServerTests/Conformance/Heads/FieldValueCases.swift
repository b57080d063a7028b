import HTTP

// RFC 9110 §5.5: visible characters, bytes above 127, and blanks between them.

private func with(_ lines: String) -> String { "GET /a HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n" }

private let blanks = [
    ("9112 §5.1", "The blank after the colon is optional.", "X:b", "b"),
    ("9112 §5.1", "Several blanks can follow the colon.", "X:   b", "b"),
    ("9112 §5.1", "A tab can follow the colon.", "X:\tb", "b"),
    ("9112 §5.1", "Blanks after the value are trimmed.", "X: b \t ", "b"),
    ("9110 §5.5", "Blanks inside stay.", "X: b \t c", "b \t c"),
    ("9110 §5.5", "A value of blanks is empty.", "X: \t ", ""),
].map { section, shows, line, value in
    Case(section, shows, with(line), .answer("GET /a [\(value)]"))
}

private let values = [
    ("9110 §5.5", "A value can hold commas.", "b, c,d", "b, c,d"),
    ("9110 §5.6.4", "A value can hold quoted strings.", "\"b, \\\"c\"", "\"b, \\\"c\""),
    ("9110 §5.6.4", "A quote need not be closed: most fields have no quotes.", "\"b", "\"b"),
    ("9110 §5.6.5", "A value can hold comments.", "b (c (d))", "b (c (d))"),
    (
        "9110 §5.5", "A value can hold all visible characters.",
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", nil
    ),
    ("9110 §5.5", "Bytes above 127 stay as they are.", "\u{C3}\u{A4}", "ä"),
    ("9110 §5.5", "Bytes that are not UTF-8 stay as they are.", "\u{E4}b", "\u{FFFD}b"),
    ("9110 §5.6.3", "0xA0 is no blank.", "b\u{C2}\u{A0}", "b\u{A0}"),
    ("9110 §5.6.3", "0xA0 before a value is no blank.", "\u{A0}b", "\u{FFFD}b"),
    ("9110 §5.6.3", "0x85 is neither blank nor line end.", "b\u{C2}\u{85}Y: c", "b\u{85}Y: c"),
    ("9110 §5.6.3", "U+2028 ends no line.", "b\u{E2}\u{80}\u{A8}Y: c", "b\u{2028}Y: c"),
    ("9110 §5.5", "An escape sequence for a line end is not one.", "b\\r\\nY: c", nil),
    ("9110 §5.5", "A percent-encoded line end is not one.", "b%0D%0AY: c", nil),
].map { section, shows, sent, value in
    Case(section, shows, with("X: \(sent)"), .answer("GET /a [\(value ?? sent)]"))
}

private let long = [
    Case(
        "9110 §5.4", "A value can be long.",
        with("X: \(String(repeating: "b", count: 20_000))"),
        .answer("GET /a [\(String(repeating: "b", count: 20_000))]"))
]

private func refused(_ section: String, _ shows: String, _ lines: String) -> Case {
    Case(section, shows, with(lines), .refusal(400, .malformedField))
}

/// All control characters except HTAB.
private let controls = (UInt8.min...UInt8.max).filter { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }
    .map { byte in
        let character = Character(Unicode.Scalar(byte))
        return refused(
            "9110 §5.5", "A value holds no control byte \(byte).", "X: b\(character)c")
    }

private let edges = [("NUL", "\0"), ("VT", "\u{B}"), ("FF", "\u{C}"), ("DEL", "\u{7F}")].flatMap {
    name, byte in
    [
        refused("9110 §5.6.3", "\(name) before a value is no blank.", "X:\(byte)b"),
        refused("9110 §5.6.3", "\(name) after a value is no blank.", "X: b\(byte)"),
    ]
}

private let lines = [
    refused("9112 §2.2", "LF alone ends no line.", "X: b\nY: c"),
    refused("9112 §2.2", "CR alone ends no line.", "X: b\rY: c"),
    refused("9112 §2.2", "CR CR LF ends no line.", "X: b\r\r\nY: c"),
    refused("9112 §2.2", "LF CR ends no line.", "X: b\n\rY: c"),
    refused("9112 §2.2", "LF alone ends no head.", "X: b\n\n"),
    refused("9112 §2.2", "CRLF LF ends no head.", "X: b\r\n\nGET /b"),
    refused("9112 §2.2", "CRLF CR ends no head.", "X: b\r\n\rGET /b"),
    refused("9112 §5.2", "A line is not folded with a space.", "X: b\r\n c"),
    refused("9112 §5.2", "A line is not folded with a tab.", "X: b\r\n\tc"),
    refused("9112 §5.2", "A line is not folded right after the colon.", "X:\r\n b"),
    refused("9112 §5.2", "A line is not folded with a blank line.", "X: b\r\n \r\nY: c"),
    refused("9110 §5.6.4", "Quotes do not protect a line end.", "X: \"b\r\nc\""),
    refused("9110 §5.6.4", "A backslash does not protect a line end.", "X: \"b\\\r\nc\""),
    Case(
        "9112 §2.2", "A head with LF alone is refused.",
        "GET /a HTTP/1.1\r\nHost: a\nX: b\n\n", .refusal(400, .malformedField)),
    Case(
        "9112 §2.2", "A head with CR alone is refused.",
        "GET /a HTTP/1.1\r\nHost: a\rX: b\r\r", .refusal(400, .malformedField)),
]

extension CaseGroup {
    static let fieldValue = CaseGroup("field value", blanks, values, long, controls, edges, lines)
}
