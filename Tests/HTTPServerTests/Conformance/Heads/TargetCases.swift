import HTTP

// RFC 9112 §3.2.1 and §3.2.4: a path with an optional query, or an asterisk.

private func asked(_ target: String, by method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n"
}

/// The server passes targets on unchanged: the handler interprets paths.
private let accepted = [
    ("9112 §3.2.1", "A path begins with a slash.", "/"),
    ("9112 §3.2.1", "It can have segments.", "/a/b/c"),
    ("9112 §3.2.1", "It can end with a slash.", "/a/"),
    ("9112 §3.2.1", "A query follows the question mark.", "/a?b=c&d=e"),
    ("3986 §3.4", "A query can be empty.", "/a?"),
    ("3986 §3.4", "A query can hold question marks and slashes.", "/a?b?c/d"),
    ("3986 §3.3", "Empty segments stay: it is no address of another server.", "//b/c"),
    ("3986 §3.3", "Dots are not resolved by the engine.", "/a/../b/./c"),
    ("3986 §3.3", "Parameters are part of their segment.", "/a;b=c,d/e"),
    ("3986 §3.3", "A colon or an at sign in a path means nothing.", "/a:b@c"),
    ("3986 §2.2", "Sub-delimiters stay as they are.", "/!$&'()*+,;="),
    ("3986 §2.3", "Unreserved characters stay as they are.", "/-._~0aZ"),
    ("3986 §2.1", "Escapes stay as they are.", "/%61%2F%3F"),
    ("3986 §2.1", "An escaped line end is no line end.", "/a%0D%0AX:%20b"),
    ("3986 §2.1", "An escaped NUL ends nothing.", "/a%00b"),
    ("3986 §2.1", "An escaped dot is not resolved either.", "/%2e%2e/b"),
    ("3986 §2.1", "A broken escape is judged by those who decode it.", "/a%zz"),
    ("3986 §2.1", "Escaped bytes above 127 stay as they are.", "/k%C3%A4se?q=%FF"),
    ("3986 §3.3", "What looks like an absolute target in a path is a path.", "/http://b/c"),
    ("3986 §3.3", "An asterisk in a path is a character.", "/*"),
    ("9112 §3.2", "Browsers send | and \" and [] unescaped, which is unambiguous.", "/a|b\"c[d]"),
    ("9112 §3.2", "A backslash is no slash.", "/a\\..\\b"),
].map { section, shows, target in
    Case(section, shows, asked(target), .answer("GET \(target)"))
}

private let asterisk = [
    Case(
        "9112 §3.2.4", "OPTIONS can speak to the server as a whole.",
        asked("*", by: "OPTIONS"), .answer("OPTIONS *")),
    Case(
        "9112 §3.2.4", "OPTIONS to the server as a whole can have content.",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nmilk",
        .answer("OPTIONS * milk")),
    Case(
        "9112 §3.2.4", "OPTIONS can speak to a resource.",
        asked("/a", by: "OPTIONS"), .answer("OPTIONS /a")),
]

private func refused(_ section: String, _ shows: String, _ request: String) -> Case {
    Case(section, shows, request, .refusal(400, .malformedTarget))
}

private let forms = [
    refused("9112 §3.2.4", "GET cannot speak to the server as a whole.", asked("*")),
    refused("9112 §3.2.4", "POST cannot.", asked("*", by: "POST")),
    refused("9112 §3.2.4", "The asterisk stands alone.", asked("**", by: "OPTIONS")),
    refused("9112 §3.2.4", "The asterisk has no query.", asked("*?a", by: "OPTIONS")),
    refused("9112 §3.2.3", "Host and port alone are for CONNECT.", asked("example.org:80")),
    refused("9112 §3.2.1", "A path does not begin with a name.", asked("a/b")),
    refused("9112 §3.2.1", "A query does not stand alone.", asked("?a=b")),
    refused("9112 §3.2.1", "A dot is no path.", asked(".")),
    refused("9112 §3.2.1", "A backslash does not begin a path.", asked("\\a")),
    refused("9112 §3.2.1", "An escaped slash does not begin a path.", asked("%2Fa")),
    refused("9112 §3.2", "A fragment stays with the client.", asked("/a#b")),
    refused("9112 §3.2", "A fragment after a query stays with the client.", asked("/a?b#c")),
    refused("9112 §3.2", "Quotes do not surround a target.", asked("\"/a\"")),
    refused("9112 §3.2", "Angle brackets do not surround it.", asked("</a>")),
]

private let bytes = [
    ("NUL", "\0"), ("BEL", "\u{7}"), ("TAB", "\t"), ("VT", "\u{B}"), ("FF", "\u{C}"),
    ("ESC", "\u{1B}"), ("US", "\u{1F}"), ("DEL", "\u{7F}"),
    ("0x85, which is a line end to some", "\u{85}"),
    ("0xA0, which is a space to some", "\u{A0}"), ("A letter of Latin-1", "\u{E4}"),
    ("A letter of UTF-8", "\u{C3}\u{A4}"), ("An overlong slash", "\u{C0}\u{AF}"),
].flatMap { name, byte in
    [
        refused("3986 §2", "\(name) does not stand in a path.", asked("/a\(byte)b")),
        refused("3986 §2", "\(name) does not stand in a query.", asked("/a?b\(byte)c")),
    ]
}

private let broken = [
    Case(
        "9112 §3", "An LF in a path ends the line too early.",
        asked("/a\nb"), .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §3", "A CR in a path ends the line too early.", asked("/a\rb"),
        .refusal(400, .malformedRequestLine)),
    Case(
        "9112 §3", "A CRLF in a query ends the line too early.",
        asked("/a?b\r\nX: c"), .refusal(400, .malformedRequestLine)),
]

extension CaseGroup {
    static let target = CaseGroup("target", accepted, asterisk, forms, bytes, broken)
}
