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
    ("3986 §3.2.2", "An address of IPv6 and a port.", "[2001:db8::7]:443"),
    ("3986 §3.2.2", "An address of IPv4 in one of IPv6.", "[::ffff:127.0.0.1]"),
    ("3986 §3.2.2", "What addresses may look like one day.", "[v1.fe80:x]"),
    ("3986 §3.2.2", "Names may have a dot at the end.", "example.org."),
    ("3986 §3.2.2", "Names may have escapes.", "k%C3%A4se.example"),
    ("3986 §3.2.2", "Names may have letters of any case.", "EXAMPLE.org"),
    (
        "3986 §3.2.2", "Names may have the marks that the surrounding grammar does not use.",
        "b_c~1!$&'()*+;="
    ),
].map { section, shows, host in
    Case(section, shows, with("Host: \(host)\r\n"), .answer("GET /a @\(host)"))
}

private let special = [
    Case("9112 §3.2", "Host can be empty.", with("Host:\r\n"), .answer("GET /a @")),
    Case("9110 §5.5", "Blanks are no part of it.", with("Host: \t a \t\r\n"), .answer("GET /a")),
    Case("9110 §5.1", "Its name has no letter case.", with("HOST: a\r\n"), .answer("GET /a")),
    Case(
        "9110 §7.2", "Host need not come first.", with("X: b\r\nHost: a\r\n"),
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
    ("9112 §3.2", "Two Hosts are refused.", "Host: a\r\nHost: b\r\n", "1.1"),
    ("9112 §3.2", "Two equal Hosts are refused.", "Host: a\r\nHost: a\r\n", "1.1"),
    ("9112 §3.2", "Two empty Hosts are refused.", "Host:\r\nHost:\r\n", "1.1"),
    (
        "9112 §3.2", "Two Hosts with other fields between are refused.",
        "Host: a\r\nX: b\r\nHost: a\r\n", "1.1"
    ),
    (
        "9112 §3.2", "Two Hosts in different letter cases are refused.", "Host: a\r\nhost: a\r\n",
        "1.1"
    ),
    ("9112 §3.2", "Two Hosts of HTTP/1.0 are refused.", "Host: a\r\nHost: a\r\n", "1.0"),
].map { section, shows, lines, version in
    Case(section, shows, with(lines, version), .refusal(400, .repeatedHost))
}

private let malformed = [
    ("A name and a path are no host.", "a/b"), ("A name and a query are no host.", "a?b"),
    ("A name and a fragment are no host.", "a#b"), ("A user and a name are no host.", "me@a"),
    ("A URL is no host.", "http://a"), ("Two names are no host.", "a, b"),
    ("Two names without a blank are no host.", "a,b"),
    ("Two words are no host.", "a b"), ("Two words with a tab are no host.", "a\tb"),
    ("A port has digits.", "a:b"),
    ("A port has no minus.", "a:-1"), ("A port has no plus.", "a:+80"),
    ("A port has no blank in front.", "a: 80"),
    ("Inside neither.", "a:8 0"), ("There is one port.", "a:80:80"),
    ("A port is not hexadecimal.", "a:0x50"), ("A port has a host.", ":80"),
    ("An empty port has a host.", ":"), ("A name does not stand in brackets.", "[evil.example]"),
    ("An address of IPv4 does not stand in brackets.", "[1.2.3.4]"),
    ("A later version has a number.", "[v.x]"),
    ("A later version has an address.", "[v1.]"), ("IPv6 has eight groups.", "[1:2]"),
    ("IPv6 leaves out zeros once.", "[::1::]"), ("IPv6 stands in brackets.", "::1"),
    ("Brackets are closed.", "[::1"), ("Brackets are opened.", "::1]"),
    ("Brackets are not empty.", "[]"),
    ("Brackets are not doubled.", "[[::1]]"), ("Brackets hold no blank.", "[a b]"),
    ("Brackets do not stand in a name.", "a[b]"), ("A lone percent sign is no escape.", "a%"),
    ("Nothing follows them but a port.", "[::1]a"),
    ("No zone, which only its own machine knows.", "[fe80::1%25eth0]"),
    ("An escape has two digits.", "a%4"), ("Hexadecimal ones.", "a%4x"),
    ("A backslash is no slash.", "a\\b"), ("Quotes are not part of a name.", "\"a\""),
    ("Angle brackets are not part of a name.", "<a>"), ("A bar is not part of a name.", "a|b"),
    ("Braces are not part of a name.", "{a}"),
    ("Bytes above 127 are not part of a name.", "k\u{E4}se"),
    ("Letters of UTF-8 are not part of a name.", "k\u{C3}\u{A4}se"),
    ("0xA0 is no blank to be taken off.", "a\u{A0}"), ("0x85 is not part of a name.", "\u{85}a"),
].map { shows, host in
    Case("9110 §7.2", shows, with("Host: \(host)\r\n"), .refusal(400, .malformedHost))
}

private let old = [
    Case(
        "9112 §3.2", "HTTP/1.0 need not send it, but when it does it is well-formed.",
        with("Host: a/b\r\n", "1.0"), .refusal(400, .malformedHost))
]

extension CaseGroup {
    static let host = CaseGroup("Host", accepted, special, missing, repeated, malformed, old)
}
