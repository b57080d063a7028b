import HTTP

// RFC 9112 §5: field-line = field-name ":" OWS field-value OWS, and the name is a token.

private func with(_ lines: String) -> String { "GET /a HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n" }

private let accepted = [
    Case("9110 §5.1", "A field has a name and a value.", with("X: b"), .answer("GET /a [b]")),
    Case(
        "9110 §5.1", "Names have no letter case.",
        "GET /a HTTP/1.1\r\nhOST: a\r\ncONTENT-lENGTH: 4\r\n\r\nmilk", .answer("GET /a milk")),
    Case("9110 §5.1", "An unknown field is ignored.", with("Y: b"), .answer("GET /a")),
    Case(
        "9110 §5.6.2", "All of these can be in a name.",
        with("!#$%&'*+-.^_`|~09azAZ: b\r\nX: c"), .answer("GET /a [c]")),
    Case("9110 §5.3", "A name can come twice.", with("X: b\r\nX: c"), .answer("GET /a [b] [c]")),
    Case(
        "9110 §5.3", "The order of lines of one name is kept.",
        with("X: c\r\nY: d\r\nX: b"), .answer("GET /a [c] [b]")),
    Case(
        "9110 §5.1", "An underscore is no hyphen: this is no Content-Length.",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent_Length: 4\r\n\r\n", .answer("POST /a")),
    Case(
        "9110 §5.1", "An underscore is no hyphen: this is no Transfer-Encoding.",
        "POST /a HTTP/1.1\r\nHost: a\r\nTransfer_Encoding: chunked\r\n\r\n", .answer("POST /a")),
    Case(
        "9110 §5.1", "A name that begins like another is another.",
        with("Content-Length-Of-Something: 4\r\nHosts: b"), .answer("GET /a")),
    Case("9110 §5.5", "A value can be empty.", with("X:"), .answer("GET /a []")),
    Case(
        "9112 §5.1", "The first colon ends the name.", with("X:: b"), .answer("GET /a [: b]")),
    Case(
        "9110 §5.4", "There can be a hundred lines.",
        with(Array(repeating: "X: b", count: 99).joined(separator: "\r\n")),
        .answer("GET /a" + String(repeating: " [b]", count: 99))),
]

private func refused(_ section: String, _ shows: String, _ lines: String) -> Case {
    Case(section, shows, with(lines), .refusal(400, .malformedField))
}

/// A recipient that trims them reads a field that other recipients do not see.
private let spaces = [
    refused("9112 §5.1", "No space stands before the colon.", "X : b"),
    refused("9112 §5.1", "No tab stands before the colon.", "X\t: b"),
    refused("9112 §5.1", "No two spaces either.", "X  : b"),
    refused(
        "9112 §5.1", "No space stands before the colon of Content-Length.", "Content-Length : 0"),
    refused(
        "9112 §5.1", "No space stands before the colon of Transfer-Encoding.",
        "Transfer-Encoding : chunked"),
    refused("9112 §5.1", "No space stands before the colon of a second Host.", "Host : b"),
    refused("9112 §5.1", "A name holds no space.", "X Y: b"),
    refused("9112 §5.1", "A name holds no tab.", "X\tY: b"),
    refused("9112 §2.2", "A line does not begin with a space.", "Y: b\r\n X: c"),
    refused("9112 §2.2", "A line does not begin with a tab.", "Y: b\r\n\tX: c"),
    Case(
        "9112 §2.2", "The first line does not begin with a space.",
        "GET /a HTTP/1.1\r\n Host: a\r\n\r\n", .refusal(400, .malformedField)),
    Case(
        "9112 §2.2", "The first line is not only white space.",
        "GET /a HTTP/1.1\r\n \r\nHost: a\r\n\r\n", .refusal(400, .malformedField)),
]

private let shapes = [
    refused("9110 §5.1", "A name is not empty.", ": b"),
    refused("9110 §5.1", "Nothing but a colon is no field.", ":"),
    refused("9112 §5", "A line without a colon is no field.", "X"),
    refused("9112 §5", "A word and a value are no field.", "X b"),
    refused("9112 §5", "An equation is no field.", "X=b"),
    refused("9112 §5", "A second request line is no field.", "GET /b HTTP/1.1"),
]

private let separators = "\"(),/;<=>?@[\\]{}".map { character in
    refused("9110 §5.6.2", "A name holds no \(character).", "X\(character)Y: b")
}

private let bytes = [
    ("NUL", "\0"), ("SOH", "\u{1}"), ("BS", "\u{8}"), ("LF", "\n"), ("VT", "\u{B}"),
    ("FF", "\u{C}"), ("CR", "\r"), ("ESC", "\u{1B}"), ("US", "\u{1F}"), ("DEL", "\u{7F}"),
    ("0x80", "\u{80}"), ("0x85", "\u{85}"), ("0xA0", "\u{A0}"), ("0xFF", "\u{FF}"),
    ("letter of UTF-8", "\u{C3}\u{A4}"),
].flatMap { name, byte in
    [
        refused("9110 §5.6.2", "A name holds no \(name).", "X\(byte)Y: b"),
        refused("9110 §5.6.2", "No \(name) stands before the colon.", "X\(byte): b"),
        refused("9110 §5.6.2", "No \(name) stands before a name.", "\(byte)X: b"),
    ]
}

extension CaseGroup {
    static let fieldName = CaseGroup("field name", accepted, spaces, shapes, separators, bytes)
}
