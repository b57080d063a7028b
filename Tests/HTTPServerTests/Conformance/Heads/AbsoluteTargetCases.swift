import HTTP

// RFC 9112 §3.2.2: an absolute target, which proxies receive and servers must accept.

private func asked(_ target: String, host: String = "Host: a\r\n") -> String {
    "GET \(target) HTTP/1.1\r\n\(host)\r\n"
}

private let accepted = [
    Case("9112 §3.2.2", "A target can name its server.", asked("http://a/b"), .answer("GET /b")),
    Case(
        "9112 §3.2.2", "What it names counts, not Host.",
        asked("http://b/c"), .answer("GET /c @b")),
    Case(
        "9112 §3.2.2", "Even when Host is empty.",
        asked("http://b/c", host: "Host:\r\n"), .answer("GET /c @b")),
    Case(
        "9112 §3.2.2", "Even when Host has another port.",
        asked("http://b:1/c", host: "Host: b:2\r\n"), .answer("GET /c @b:1")),
    Case(
        "9110 §4.2.3", "A scheme has no letter case.",
        asked("HTTP://b/c"), .answer("GET /c @b")),
    Case("9112 §3.2.1", "No path is the path /.", asked("http://b"), .answer("GET / @b")),
    Case(
        "9110 §4.2.3", "For OPTIONS, no path is the server as a whole.",
        "OPTIONS http://b HTTP/1.1\r\nHost: b\r\n\r\n", .answer("OPTIONS  @b")),
    Case(
        "9112 §3.2.1", "A query can follow at once.",
        asked("http://b?c=d"), .answer("GET /?c=d @b")),
    Case(
        "9112 §3.2.2", "Path and query are as in other targets.",
        asked("http://b/c/d?e=/f?g"), .answer("GET /c/d?e=/f?g @b")),
    Case(
        "3986 §3.2.2", "An address of IPv6 stands in brackets.",
        asked("http://[::1]:8080/c"), .answer("GET /c @[::1]:8080")),
    Case(
        "3986 §3.2.2", "An address of IPv4 does not.",
        asked("http://127.0.0.1:8080/c"), .answer("GET /c @127.0.0.1:8080")),
    Case(
        "3986 §3.2.3", "A port can be empty.", asked("http://b:/c"), .answer("GET /c @b:")),
    Case(
        "9112 §3.2.2", "HTTP/1.0 can send it without Host.",
        "GET http://b/c HTTP/1.0\r\n\r\n", .answer("GET /c @b"), ending: .ends),
    Case(
        "9112 §3.2.2", "Other methods can send it.",
        "POST http://b/c HTTP/1.1\r\nHost: b\r\nContent-Length: 4\r\n\r\nmilk",
        .answer("POST /c milk @b")),
]

private let hosts = [
    Case(
        "9112 §3.2", "A name in the target does not replace Host.",
        asked("http://a/b", host: ""), .refusal(400, .missingHost)),
    Case(
        "9112 §3.2", "A name in the target does not excuse a malformed Host.",
        asked("http://a/b", host: "Host: c/d\r\n"), .refusal(400, .malformedHost)),
    Case(
        "9112 §3.2", "A name in the target does not excuse two Hosts.",
        asked("http://a/b", host: "Host: a\r\nHost: a\r\n"), .refusal(400, .repeatedHost)),
]

private let secured = [
    ("9110 §4.3.3", "https requires a server with a certificate.", "https://b/c"),
    ("9110 §7.4", "https is refused for any name.", "https://a"),
    ("9110 §4.2.3", "A scheme has no letter case here either.", "HTTPS://[::1]:8443/c"),
].map { section, shows, target in
    Case(section, shows, asked(target), .refusal(421, .securedTarget))
}

private let refused = [
    ("9110 §4.2.1", "A server has a name.", "http:///b"),
    ("9110 §4.2.1", "A port is no name.", "http://:80/b"),
    ("9110 §4.2.1", "An empty authority is not a host.", "http://"),
    ("9110 §4.2.4", "A user in a target is there to mislead.", "http://me@b/c"),
    ("9110 §4.2.4", "A password in a target is there to mislead.", "http://me:secret@b/c"),
    ("9112 §3.2.2", "Two slashes stand before the name.", "http:/b/c"),
    ("9112 §3.2.2", "Slashes are required before the authority.", "http:b/c"),
    ("9112 §3.2.2", "Backslashes do not replace the slashes.", "http:\\\\b\\c"),
    ("9112 §3.2.2", "A fragment stays with the client.", "http://b/c#d"),
    ("9110 §4.2.2", "An https target requires a host.", "https:///b"),
    ("9112 §3.2.2", "Another scheme is for another server.", "ftp://b/c"),
    ("9112 §3.2.2", "A file URL is not a target.", "file:///etc/passwd"),
    ("9112 §3.2.2", "A WebSocket begins with http.", "ws://b/c"),
    ("9112 §3.2.2", "A scheme needs its colon.", "http//b/c"),
    ("9112 §3.2.2", "A target begins with its scheme.", "xhttp://b/c"),
    ("3986 §3.2.3", "A port has digits.", "http://b:8o/c"),
    ("3986 §3.2.3", "A port has no sign.", "http://b:-80/c"),
    ("3986 §3.2.2", "A bracket is closed.", "http://[::1/c"),
    ("3986 §3.2.2", "Brackets are not empty.", "http://[]/c"),
    ("3986 §3.2.2", "Nothing follows the bracket but a port.", "http://[::1]b/c"),
    ("3986 §3.2.2", "A comma is not part of a name.", "http://b,c/d"),
    ("3986 §3.2.2", "A backslash is not part of a name.", "http://b\\c/d"),
    ("3986 §3.2.2", "Half an escape is not part of a name.", "http://b%4/c"),
    ("3986 §3.2.2", "A byte above 127 is not part of a name.", "http://k\u{E4}se/c"),
    ("9112 §3.2.2", "NUL is not part of a name.", "http://b\0/c"),
].map { section, shows, target in
    Case(section, shows, asked(target), .refusal(400, .malformedTarget))
}

extension CaseGroup {
    static let absoluteTarget = CaseGroup("absolute target", accepted, hosts, secured, refused)
}
