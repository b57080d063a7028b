import HTTP

// RFC 9112 §3.2 and RFC 9110 §7.2: Host = uri-host [ ":" port ], once in every request of HTTP/1.1.

private func with(_ lines: String, _ version: String = "1.1") -> String {
    "GET /a HTTP/\(version)\r\n\(lines)\r\n"
}

private let accepted = [
    ("9110 §7.2", "A name.", "example.org"),
    ("9110 §7.2", "A name and a port.", "example.org:8080"),
    ("3986 §3.2.3", "A port can be empty.", "example.org:"),
    ("3986 §3.2.3", "The grammar allows a port over 65535.", "b:99999"),
    ("3986 §3.2.2", "An address of IPv4.", "127.0.0.1:80"),
    ("3986 §3.2.2", "An address of IPv6 in brackets.", "[::1]"),
    ("3986 §3.2.2", "With a port.", "[2001:db8::7]:443"),
    ("3986 §3.2.2", "An address of IPv4 in one of IPv6.", "[::ffff:127.0.0.1]"),
    ("3986 §3.2.2", "What addresses may look like one day.", "[v1.fe80:x]"),
    ("3986 §3.2.2", "Names may have a dot at the end.", "example.org."),
    ("3986 §3.2.2", "And escapes.", "k%C3%A4se.example"),
    ("3986 §3.2.2", "And letters of any case.", "EXAMPLE.org"),
    ("3986 §3.2.2", "And the marks that are not part of the grammar around.", "b_c~1!$&'()*+;="),
].map { section, shows, host in
    Case(section, shows, with("Host: \(host)\r\n"), .answer("GET /a @\(host)"))
}

private let special = [
    Case("9112 §3.2", "Host can be empty.", with("Host:\r\n"), .answer("GET /a @")),
    Case("9110 §5.5", "Blanks are no part of it.", with("Host: \t a \t\r\n"), .answer("GET /a")),
    Case("9110 §5.1", "Its name has no letter case.", with("HOST: a\r\n"), .answer("GET /a")),
    Case(
        "9110 §7.2", "It need not come first.", with("X: b\r\nHost: a\r\n"),
        .answer("GET /a [b]")),
    Case(
        "9110 §7.6.1", "Other fields that name a host are ignored.",
        with("Host: a\r\nX-Forwarded-Host: b\r\nForwarded: host=c\r\n"), .answer("GET /a")),
]

private let missing = [
    Case("9112 §3.2", "HTTP/1.1 has a Host.", with(""), .refusal(400, .missingHost)),
    Case(
        "9112 §3.2", "Another field is not a Host.", with("Hosts: a\r\n"),
        .refusal(400, .missingHost)),
    Case(
        "9112 §3.2", "OPTIONS of the whole server has one too.",
        "OPTIONS * HTTP/1.1\r\n\r\n", .refusal(400, .missingHost)),
    Case(
        "9110 §9.3.2", "HEAD is refused without content.",
        "HEAD /a HTTP/1.1\r\n\r\n", .refusal(400, .missingHost, toHead: true)),
]

private let repeated = [
    ("9112 §3.2", "There is one Host.", "Host: a\r\nHost: b\r\n", "1.1"),
    ("9112 §3.2", "Not two equal ones.", "Host: a\r\nHost: a\r\n", "1.1"),
    ("9112 §3.2", "Not two empty ones.", "Host:\r\nHost:\r\n", "1.1"),
    ("9112 §3.2", "Not with other fields between.", "Host: a\r\nX: b\r\nHost: a\r\n", "1.1"),
    ("9112 §3.2", "Not in two letter cases.", "Host: a\r\nhost: a\r\n", "1.1"),
    ("9112 §3.2", "Not in HTTP/1.0.", "Host: a\r\nHost: a\r\n", "1.0"),
].map { section, shows, lines, version in
    Case(section, shows, with(lines, version), .refusal(400, .repeatedHost))
}

private let malformed = [
    ("A name and a path are no host.", "a/b"), ("Nor a name and a query.", "a?b"),
    ("Nor a name and a fragment.", "a#b"), ("Nor a user and a name.", "me@a"),
    ("Nor a whole URL.", "http://a"), ("Nor two names.", "a, b"), ("Not without a blank.", "a,b"),
    ("Nor two words.", "a b"), ("Not with a tab.", "a\tb"), ("A port has digits.", "a:b"),
    ("Without a sign.", "a:-1"), ("Not a plus either.", "a:+80"), ("Without blanks.", "a: 80"),
    ("Inside neither.", "a:8 0"), ("There is one port.", "a:80:80"),
    ("A port is not hexadecimal.", "a:0x50"), ("A port has a host.", ":80"),
    ("Even an empty one.", ":"), ("A name does not stand in brackets.", "[evil.example]"),
    ("Nor does an address of IPv4.", "[1.2.3.4]"), ("A later version has a number.", "[v.x]"),
    ("It has an address.", "[v1.]"), ("IPv6 has eight groups.", "[1:2]"),
    ("It leaves out zeros once.", "[::1::]"), ("IPv6 stands in brackets.", "::1"),
    ("They are closed.", "[::1"), ("And opened.", "::1]"), ("And not empty.", "[]"),
    ("And not doubled.", "[[::1]]"), ("They hold no blank.", "[a b]"),
    ("They do not stand in a name.", "a[b]"), ("A lone percent sign is no escape.", "a%"),
    ("Nothing follows them but a port.", "[::1]a"),
    ("No zone, which only its own machine knows.", "[fe80::1%25eth0]"),
    ("An escape has two digits.", "a%4"), ("Hexadecimal ones.", "a%4x"),
    ("A backslash is no slash.", "a\\b"), ("Quotes are not part of a name.", "\"a\""),
    ("Nor angle brackets.", "<a>"), ("Nor a bar.", "a|b"), ("Nor braces.", "{a}"),
    ("Nor bytes above 127.", "k\u{E4}se"), ("Not as UTF-8 either.", "k\u{C3}\u{A4}se"),
    ("0xA0 is no blank to be taken off.", "a\u{A0}"), ("Nor is 0x85.", "\u{85}a"),
].map { shows, host in
    Case("9110 §7.2", shows, with("Host: \(host)\r\n"), .refusal(400, .malformedHost))
}

private let old = [
    Case(
        "9112 §3.2", "HTTP/1.0 need not send it, but when it does it is well-formed.",
        with("Host: a/b\r\n", "1.0"), .refusal(400, .malformedHost))
]

extension Chapter {
    static let host = Chapter("Host", accepted, special, missing, repeated, malformed, old)
}
