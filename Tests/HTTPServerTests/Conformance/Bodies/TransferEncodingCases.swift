import HTTP

// RFC 9112 §6.1: this server accepts only chunked, and only once.

/// Adds content in well-formed chunks. A server that ignores the coding sees another request.
private func with(_ lines: String, version: String = "1.1") -> String {
    "POST /a HTTP/\(version)\r\nHost: a\r\n\(lines)\r\n\r\n4\r\nmilk\r\n0\r\n\r\n"
}

private let accepted = [
    ("9112 §7.1", "Content can come in chunks.", "Transfer-Encoding: chunked"),
    ("9112 §7", "Codings have no letter case.", "Transfer-Encoding: CHUNKED"),
    ("9112 §7", "Each letter of a coding has no letter case.", "Transfer-Encoding: cHuNkEd"),
    ("9110 §5.1", "The field's name has no letter case.", "TRANSFER-ENCODING: chunked"),
    (
        "9110 §5.5", "Blanks around the value are no part of it.",
        "Transfer-Encoding: \t chunked \t "
    ),
    ("9110 §5.5", "Blanks can be omitted.", "Transfer-Encoding:chunked"),
    (
        "9112 §7.4", "TE, the codings that a client accepts, is another field.",
        "TE: trailers\r\nTransfer-Encoding: chunked"
    ),
    (
        "9112 §7.4", "An unknown coding in TE is ignored.",
        "Transfer-Encoding: chunked\r\nTE: identity"
    ),
    (
        "9110 §8.4", "How content is compressed is another matter.",
        "Content-Encoding: gzip\r\nTransfer-Encoding: chunked"
    ),
].map { section, shows, lines in
    Case(section, shows, with(lines), .answer("POST /a milk"))
}

private func refused(_ section: String, _ shows: String, _ lines: String) -> Case {
    Case(section, shows, with(lines), .refusal(400, .malformedTransferEncoding))
}

private let malformed = [
    ("9112 §6.1", "Transfer-Encoding is not empty.", ""),
    ("9112 §6.1", "Transfer-Encoding is not only a comma.", ","),
    ("9110 §5.6.1", "No empty member is allowed before chunked.", ", chunked"),
    ("9110 §5.6.1", "An empty member without a blank is not allowed.", ",chunked"),
    ("9110 §5.6.1", "No empty member is allowed after chunked.", "chunked,"),
    ("9110 §5.6.1", "No empty member with a blank is allowed after chunked.", "chunked , "),
    ("9112 §6.1", "Chunks are not in chunks.", "chunked, chunked"),
    ("9112 §6.1", "Chunks are not in chunks of another letter case.", "chunked, Chunked"),
    ("9112 §6.3", "Chunked is last: otherwise the length is unknown.", "chunked, gzip"),
    ("9112 §6.3", "Chunked is last before identity too.", "chunked, identity"),
    ("9112 §7", "Chunked has no parameters.", "chunked;q=1"),
    ("9112 §7", "Chunked has no empty parameters.", "chunked;"),
    ("9112 §7", "Chunked has no parameters after a blank.", "chunked ;a=b"),
    ("9112 §7", "A coding is not quoted.", "\"chunked\""),
    ("9112 §7", "A coding has no lone quote.", "\"chunked"),
    ("9112 §7", "A coding is one word.", "chun ked"),
    ("9112 §7", "A coding is not two words.", "chunked chunked"),
    ("9112 §7", "A coding is not two words with a tab.", "chunked\tgzip"),
    ("9112 §7", "No colon before it.", ": chunked"),
    ("9112 §7", "No bracket around it.", "[chunked]"),
    ("9112 §7", "No equation.", "coding=chunked"),
    ("9112 §7", "No slash.", "chunked/1"),
    ("9112 §7", "A coding with a parameter is not a token.", "gzip;q=0, chunked"),
    ("9110 §5.6.3", "0xA0 before it is no blank.", "\u{A0}chunked"),
    ("9110 §5.6.3", "0xA0 after it is no blank.", "chunked\u{A0}"),
    ("9110 §5.6.3", "0x85 before it is no blank.", "\u{85}chunked"),
    ("9110 §5.6.3", "0x85 after it is no blank.", "chunked\u{85}"),
    ("9110 §5.6.3", "A no-break space of UTF-8 is no blank.", "\u{C2}\u{A0}chunked"),
    ("9110 §5.6.3", "A byte order mark is no blank.", "\u{EF}\u{BB}\u{BF}chunked"),
    ("9112 §7", "Letters that only look like it do not spell it.", "\u{E7}hunked"),
    (
        "9112 §7", "Letters that become it in another case do not spell it.",
        "chun\u{E2}\u{84}\u{AA}ed"
    ),
].map { refused($0, $1, "Transfer-Encoding: \($2)") }

private let repeated = [
    refused(
        "9112 §6.1", "Transfer-Encoding does not come twice.",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    refused(
        "9112 §6.1", "Transfer-Encoding does not come twice with another coding last.",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
    refused(
        "9112 §6.1", "Transfer-Encoding does not come twice with an empty value last.",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding:"),
    refused(
        "9112 §6.1", "Transfer-Encoding does not come twice with an empty value first.",
        "Transfer-Encoding:\r\nTransfer-Encoding: chunked"),
    refused(
        "9112 §6.1", "Transfer-Encoding does not come twice in another letter case.",
        "Transfer-Encoding: chunked\r\nX: b\r\ntransfer-encoding: x"),
]

private let unsupported = [
    ("gzip", "Compressed content is not read."),
    ("gzip, chunked", "Compressed content in chunks is not read."),
    ("deflate", "Content in deflate is not read."),
    ("compress", "Content in compress is not read."),
    ("identity", "The coding identity is obsolete."),
    ("identity, chunked", "The coding identity before chunked is obsolete."),
    ("xchunked", "A longer word is another coding."),
    ("chunkedx", "A longer word at the end is another coding."),
    ("chunke", "A shorter word is another coding."),
    ("x-chunked", "A coding with a prefix is another coding."),
    ("chunked-encoding", "A coding with a suffix is another coding."),
    ("trailers", "Trailers is a word for TE."),
    ("close", "Close is a word for Connection."), ("*", "There is no wildcard."),
    ("0", "A number is no coding."), ("'chunked'", "Apostrophes are part of the token."),
    ("chunked_", "Underscores are part of the token."),
].map { value, shows in
    Case(
        "9112 §6.1", shows, with("Transfer-Encoding: \(value)"),
        .refusal(501, .unsupportedTransferCoding))
}

/// Malformed field lines are refused as such, before their coding is read.
private let lines = [
    ("9112 §5.1", "No space stands before the colon.", "Transfer-Encoding : chunked"),
    ("9112 §5.1", "No tab stands before the colon.", "Transfer-Encoding\t: chunked"),
    ("9112 §5.2", "The value is not folded.", "Transfer-Encoding:\r\n chunked"),
    ("9112 §5.2", "The value is not folded in the middle.", "Transfer-Encoding: chun\r\n ked"),
    (
        "9112 §5.2", "The value is not folded before another coding.",
        "Transfer-Encoding: chunked\r\n\t, gzip"
    ),
    ("9112 §2.2", "LF before the name begins no line.", "X: b\nTransfer-Encoding: chunked"),
    ("9112 §2.2", "CR before the name begins no line.", "X: b\rTransfer-Encoding: chunked"),
    ("9112 §2.2", "A space before the name begins no line.", "X: b\r\n Transfer-Encoding: chunked"),
    ("9112 §2.2", "LF after the value ends no line.", "Transfer-Encoding: chunked\nX: b"),
    ("9112 §2.2", "CR after the value ends no line.", "Transfer-Encoding: chunked\rX: b"),
    ("9110 §5.5", "NUL is not in the value.", "Transfer-Encoding: chunk\0ed"),
    ("9110 §5.5", "NUL does not follow the value.", "Transfer-Encoding: chunked\0"),
    ("9110 §5.6.3", "VT before it is no blank.", "Transfer-Encoding: \u{B}chunked"),
    ("9110 §5.6.3", "VT after it is no blank.", "Transfer-Encoding: chunked\u{B}"),
    ("9110 §5.6.3", "FF before it is no blank.", "Transfer-Encoding: \u{C}chunked"),
    ("9110 §5.6.3", "BS deletes no byte.", "Transfer-Encoding: x\u{8}chunked"),
    ("9110 §5.6.3", "DEL deletes no byte.", "Transfer-Encoding: x\u{7F}chunked"),
    ("9110 §5.6.2", "NUL is not in the name.", "Transfer\0-Encoding: chunked"),
    ("9110 §5.6.2", "A space is not in the name.", "Transfer Encoding: chunked"),
    ("9110 §5.6.2", "0xAD is no hyphen.", "Transfer\u{AD}Encoding: chunked"),
].map { section, shows, lines in
    Case(section, shows, with(lines), .refusal(400, .malformedField))
}

private let old = [
    Case(
        "9112 §6.1", "HTTP/1.0 has no chunks.",
        with("Transfer-Encoding: chunked", version: "1.0"),
        .refusal(400, .malformedTransferEncoding)),
    Case(
        "9112 §6.1", "HTTP/1.0 has no chunks beside a length either.",
        with("Content-Length: 14\r\nTransfer-Encoding: chunked", version: "1.0"),
        .refusal(400, .malformedTransferEncoding)),
    Case(
        "9112 §6.1", "HTTP/1.0 has no other coding either.",
        with("Transfer-Encoding: identity", version: "1.0"),
        .refusal(400, .malformedTransferEncoding)),
    Case(
        "9110 §2.5", "Later minor versions know them.",
        with("Transfer-Encoding: chunked", version: "1.2"), .answer("POST /a milk")),
]

extension CaseGroup {
    static let transferEncoding = CaseGroup(
        "Transfer-Encoding", accepted, malformed, repeated, unsupported, lines, old)
}
