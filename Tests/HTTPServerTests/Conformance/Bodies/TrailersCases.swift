// RFC 9112 §7.1.1 and §7.1.2: extensions and trailers are read exactly, bounded, and ignored.

private func chunked(_ body: String) -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
}

private func long(_ count: Int) -> String { String(repeating: "b", count: count) }

private let extensions = [
    ("An extension has a name.", ";a"), ("An extension can have a value.", ";a=b"),
    ("Which can be quoted.", ";a=\"b\""),
    ("A quoted semicolon is part of the value.", ";a=\"b;c\""),
    ("An escaped quote is part of the value.", ";a=\"b\\\"c\""),
    ("An escaped backslash is part of the value.", ";a=\"b\\\\\""),
    ("Quoted blanks are part of the value.", ";a=\"b \t c\""),
    ("Quoted bytes above 127 are part of the value.", ";a=\"\u{E4}\""),
    ("A quoted value can be empty.", ";a=\"\""), ("There can be more than one.", ";a;b=c;d=\"e\""),
    ("Bad white space before the semicolon is accepted.", " ;a"),
    ("Bad white space after the semicolon is accepted.", "; a"),
    ("Around the equals sign too.", ";a = b"),
    ("Bad white space between extensions is accepted.", ";a \t;\tb"),
    ("All characters of a token can be in it.", ";!#$%&'*+-.^_`|~0=x"),
    ("It can be long.", ";a=\(long(250))"),
].map { shows, text in
    Case(
        "9112 §7.1.1", shows, chunked("4\(text)\r\nmilk\r\n0\(text)\r\n\r\n"),
        .answer("POST /a milk"))
}

private func refused(_ section: String, _ shows: String, _ body: String, _ fault: String) -> Case {
    Case(
        section, shows, chunked("\(body)\r\n\r\n\(get("/smuggled"))"),
        .answer(400, "POST /a !\(fault)"), ending: .ends)
}

private let malformed = [
    ("An extension has a name.", ";"), ("An extension is not only a value.", ";=b"),
    ("An extension is not only blanks.", "; "),
    ("The second extension has a name.", ";a;"),
    ("An extension between two others has a name.", ";a;;b"),
    ("A value is not empty.", ";a="), ("A value before another extension is not empty.", ";a=;b"),
    ("A name is one word.", ";a b"), ("A value is one word.", ";a=b c"),
    ("There is one value.", ";a=b=c"),
    ("A blank ends no line.", ";a "), ("A blank after a value does not end the line.", ";a=b "),
    ("Quotes are closed.", ";a=\"b"), ("An escaped quote does not close a string.", ";a=\"b\\\""),
    ("Nothing follows a quoted value.", ";a=\"b\"c"), ("A name is not quoted.", ";\"a\""),
    ("A name is a token.", ";a(b)"), ("A value is a token.", ";a=b@c"),
    ("A comma does not separate extensions.", ";a,b"), ("NUL is not in it.", ";a\0"),
    ("NUL is not in a quoted value.", ";a=\"\0\""),
    ("An escaped NUL is not in a quoted value.", ";a=\"\\\0\""),
    ("DEL is not in it.", ";a\u{7F}"), ("VT is no blank.", ";a\u{B};b"),
    ("0xA0 is none either.", ";\u{A0}a"), ("Bytes above 127 are not in a name.", ";\u{E4}"),
    ("LF alone does not end it.", ";a\nmilk"),
    ("LF alone does not end a quoted value.", ";a=\"\n\""),
    ("CR alone does not end it.", ";a\rmilk"),
    ("CR alone does not end a quoted value.", ";a=\"\r\""),
    ("A line end is not in a quoted value.", ";a=\"\r\n\""),
].map { shows, text in
    refused("9112 §7.1.1", shows, "4\(text)\r\nmilk\r\n0", "malformedExtension")
}

private let passedOver = [
    ("Fields can follow the last chunk.", "Y: b\r\n"),
    ("They are no fields of the request.", "X: b\r\n"),
    ("Trailers do not add to fields of the request.", "X: b\r\nX: c\r\nY: d\r\n"),
    ("They can be empty.", "X:\r\n"), ("They can hold bytes above 127.", "X: \u{E4}\r\n"),
].map { shows, text in
    Case("9110 §6.5", shows, chunked("4\r\nmilk\r\n0\r\n\(text)\r\n"), .answer("POST /a milk"))
}

/// Trailers that would change the request if they were applied.
private let forbidden = [
    "Host: b", "Content-Length: 40", "Transfer-Encoding: gzip", "Connection: close",
    "Expect: 200-ok", "Authorization: Bearer b", "Content-Type: text/plain", "X-Request-Id: b",
].map { line in
    Case(
        "9110 §6.5.1", "A trailer does not say \(line.prefix { $0 != ":" }).",
        chunked("4\r\nmilk\r\n0\r\n\(line)\r\n\r\n\(get("/b"))"), .answer("POST /a milk"),
        .answer("GET /b"))
}

private let badTrailers = [
    ("9112 §7.1.2", "A trailer has a colon.", "X"), ("9112 §7.1.2", "A trailer has a name.", ": b"),
    ("9112 §5.1", "No space stands before its colon.", "X : b"),
    ("9112 §5.2", "It is not folded.", "X: b\r\n c"),
    ("9112 §2.2", "It does not begin with a space.", " X: b"),
    ("9110 §5.5", "It holds no NUL.", "X: \0"), ("9110 §5.5", "It holds no ESC.", "X: \u{1B}"),
    ("9112 §2.2", "LF alone does not end it.", "X: b\nY: c"),
    ("9112 §2.2", "CR alone does not end it.", "X: b\rY: c"),
    ("9112 §2.2", "LF alone does not end the body.", "\n"),
    ("9112 §2.2", "CR alone does not.", "\rX"),
    ("9112 §7.1", "A request is not a trailer: the empty line is required.", "GET /b HTTP/1.1"),
].map { section, shows, text in refused(section, shows, "0\r\n\(text)", "malformedTrailer") }

private let bounds = [
    refused(
        "9112 §7.1.1", "An extension is bounded.", "4;\(long(300))\r\nmilk\r\n0",
        "extensionsTooLong"),
    refused(
        "9112 §7.1.1", "All extensions of a body are.",
        "\(String(repeating: "1;\(long(200))\r\nb\r\n", count: 30))0", "extensionsTooLong"),
    Case(
        "6585 §5", "Trailers are bounded.", chunked("0\r\nX: \(long(9000))\r\n\r\n"),
        .answer(431, "POST /a !trailersTooLong"), ending: .ends),
    Case(
        "6585 §5", "Many short ones are too.",
        chunked("0\r\n\(String(repeating: "X: b\r\n", count: 2000))\r\n"),
        .answer(431, "POST /a !trailersTooLong"), ending: .ends),
]

extension CaseGroup {
    static let trailers = CaseGroup(
        "extensions and trailers", extensions, malformed, passedOver, forbidden, badTrailers, bounds
    )
}
