import HTTP

// RFC 9112 §7.1: chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF

private func chunked(_ body: String) -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
}

private let accepted = [
    (
        "9112 §7.1", "A size, so many bytes, and a last chunk of size 0.", "4\r\nmilk\r\n0\r\n\r\n",
        "milk"
    ),
    (
        "9112 §7.1", "There can be many.", "4\r\nmilk\r\n1\r\n,\r\n5\r\n eggs\r\n0\r\n\r\n",
        "milk, eggs"
    ),
    ("9112 §7.1", "Sizes are hexadecimal.", "a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    (
        "9112 §7.1", "Hexadecimal digits have no letter case.", "A\r\n0123456789\r\n0\r\n\r\n",
        "0123456789"
    ),
    (
        "9112 §7.1", "A size has as many digits as necessary.",
        "10\r\n0123456789abcdef\r\n0\r\n\r\n",
        "0123456789abcdef"
    ),
    ("9112 §7.1", "Zeros in front change nothing.", "0004\r\nmilk\r\n0\r\n\r\n", "milk"),
    ("9112 §7.1", "A size is not octal.", "00a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    ("9112 §7.1", "The last chunk can have many zeros.", "4\r\nmilk\r\n000\r\n\r\n", "milk"),
    (
        "9112 §7.1", "Line ends in the data are data.", "6\r\n\r\n0\r\n\r\r\n0\r\n\r\n",
        "\r\n0\r\n\r"
    ),
    (
        "9112 §7.1", "Bytes like a last chunk in the data are data.", "5\r\n0\r\n\r\n\r\n0\r\n\r\n",
        "0\r\n\r\n"
    ),
    ("9112 §7.1", "Any byte can be data.", "3\r\n\0\u{1}\u{7F}\r\n0\r\n\r\n", "\0\u{1}\u{7F}"),
].map { section, shows, body, content in
    Case(section, shows, chunked(body), .answer("POST /a \(content)"))
}

private let wholes = [
    Case(
        "9112 §7.1", "The last chunk can be the only one.", chunked("0\r\n\r\n"), .answer("POST /a")
    ),
    Case(
        "9112 §7.1", "What follows is the next request.",
        chunked("4\r\nmilk\r\n0\r\n\r\n\(get("/b"))"), .answer("POST /a milk"), .answer("GET /b")),
    Case(
        "9112 §7.1", "After the last chunk nothing more is content.",
        chunked("0\r\n\r\n4\r\nmilk\r\n0\r\n\r\n"), .answer("POST /a"),
        .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §7.1", "A large chunk is one chunk.",
        chunked("4E20\r\n\(String(repeating: "b", count: 20_000))\r\n0\r\n\r\n"),
        .answer("POST /a \(String(repeating: "b", count: 20_000))")),
    Case(
        "9112 §7.1", "A thousand small ones are a thousand.",
        chunked("\(String(repeating: "1\r\nb\r\n", count: 1000))0\r\n\r\n"),
        .answer("POST /a \(String(repeating: "b", count: 1000))")),
]

private func refused(_ section: String, _ shows: String, _ body: String, _ fault: String) -> Case {
    // With a request after it, which must not be parsed.
    Case(
        section, shows, chunked("\(body)\r\n0\r\n\r\n\(get("/smuggled"))"),
        .answer(400, "POST /a !\(fault)"), ending: .ends)
}

private let sizes = [
    ("A size is not empty.", "\r\nmilk"), ("A size is required before an extension.", ";a\r\nmilk"),
    ("It has no sign.", "+4\r\nmilk"), ("A size has no minus.", "-4\r\nmilk"),
    ("Zero has no minus either.", "-0\r\nmilk"), ("It has no prefix.", "0x4\r\nmilk"),
    ("A size has no prefix in capitals.", "0X4\r\nmilk"),
    ("A size has no # in front.", "#4\r\nmilk"),
    ("A size has no suffix.", "4h\r\nmilk"), ("It has no underscore.", "0_4\r\nmilk"),
    ("It has no dot.", "4.0\r\nmilk"), ("It has no comma.", "4,0\r\nmilk"),
    ("Its digits end with f.", "g\r\nmilk"), ("No space stands before it.", " 4\r\nmilk"),
    ("No tab precedes a size.", "\t4\r\nmilk"), ("No zero byte precedes a size.", "\u{0}4\r\nmilk"),
    ("No space stands after it.", "4 \r\nmilk"), ("No tab follows a size.", "4\t\r\nmilk"),
    ("No padding follows a size, as some old servers sent.", "4      \r\nmilk"),
    ("No space stands inside.", "0 4\r\nmilk"), ("VT is no blank.", "4\u{B}\r\nmilk"),
    ("0xA0 is no blank.", "4\u{A0}\r\nmilk"), ("0x85 is no line end.", "4\u{85}milk"),
    ("Digits are those of ASCII.", "\u{EF}\u{BC}\u{94}\r\nmilk"),
    ("Superscripts are no digits.", "\u{B2}\r\nmi"), ("It is not quoted.", "\"4\"\r\nmilk"),
    ("LF alone does not end it.", "4\nmilk"), ("LF CR does not.", "4\n\rmilk"),
    ("An empty line does not stand before it.", "\r\n4\r\nmilk"),
    ("Data is not sent without a size.", "milk"),
].map { refused("9112 §7.1", $0, $1, "malformedSize") }

private let large = [
    ("2^64 + 4 does not become four.", "10000000000000004"),
    ("2^64 does not become zero.", "10000000000000000"),
    ("16^32 does not wrap.", "100000000000000000000000000000000"),
    ("2^64 - 1 does not become a negative size.", "FFFFFFFFFFFFFFFF"),
    ("2^63 does not become a negative size.", "8000000000000000"),
    ("More than fifteen digits are not counted, even zeros.", "0000000000000004"),
].map { refused("9112 §7.1", $0, "\($1)\r\nmilk", "sizeTooLong") }

private let tooLarge = [
    ("2^32 + 4 does not become four.", "100000004"), ("2^32 does not become zero.", "100000000"),
    ("2^31 does not become negative.", "80000000"), ("2^60 - 1 is a size.", "FFFFFFFFFFFFFFF"),
    ("A chunk can be larger than the limit.", "100001"),
].map { shows, size in
    Case(
        "9110 §15.5.14", shows, chunked("\(size)\r\nmilk\r\n0\r\n\r\n"),
        .answer(413, "POST /a !tooLarge"), ending: .ends)
}

private let ends = [
    refused("9112 §7.1", "Data is not longer than its size.", "4\r\nmilky", "missingLineEnd"),
    refused(
        "9112 §7.1", "Data is not much longer than its size.", "1\r\n0\r\n\r\n\(get("/b"))",
        "malformedSize"),
    refused("9112 §7.1", "Data is not shorter than its size.", "5\r\nmilk", "missingLineEnd"),
    refused(
        "9112 §7.1", "The line end after the data is required.", "4\r\nmilk0",
        "missingLineEnd"),
    refused("9112 §7.1", "The two bytes after it are looked at.", "4\r\nmilkXX0", "missingLineEnd"),
    refused(
        "9112 §7.1", "The second byte of the line end is checked.", "4\r\nmilk\rX0",
        "missingLineEnd"),
    refused("9112 §7.1", "LF alone is no line end.", "4\r\nmilk\n0", "missingLineEnd"),
    refused("9112 §7.1", "CR alone is not a line end.", "4\r\nmilk\r0", "missingLineEnd"),
    refused("9112 §7.1", "LF CR is not a line end.", "4\r\nmilk\n\r0", "missingLineEnd"),
    refused("9112 §7.1", "A space is not a line end.", "4\r\nmilk ", "missingLineEnd"),
    refused("9112 §2.2", "CR alone does not end a size.", "4\rmilk", "malformedExtension"),
    refused("9112 §2.2", "CR CR LF does not.", "4\r\r\nmilk", "malformedExtension"),
]

extension CaseGroup {
    static let chunks = CaseGroup("chunks", accepted, wholes, sizes, large, tooLarge, ends)
}
