import HTTP
import Testing

@Suite struct `A request line` {
    struct Parts: Hashable {
        var method: HTTP.Method
        var path: String
        var query: String?
        var authority: String? = "h"
        var minorVersion: UInt8 = 1
    }

    @Test(arguments: [
        Row("9112 §3", "GET / HTTP/1.1", Parts(method: .get, path: "/")),
        Row("9110 §9.3.2", "HEAD /items HTTP/1.1", Parts(method: .head, path: "/items")),
        Row("9110 §9.3.3", "POST /items HTTP/1.1", Parts(method: .post, path: "/items")),
        Row("9110 §9.3.4", "PUT /items/1 HTTP/1.1", Parts(method: .put, path: "/items/1")),
        Row("5789 §2", "PATCH /items/1 HTTP/1.1", Parts(method: .patch, path: "/items/1")),
        Row("9110 §9.3.5", "DELETE /items HTTP/1.1", Parts(method: .delete, path: "/items")),
        Row("9110 §9.3.7", "OPTIONS * HTTP/1.1", Parts(method: .options, path: "*")),
        Row("9112 §3.2.1", "GET /a?b=c HTTP/1.1", Parts(method: .get, path: "/a", query: "b=c")),
        Row("3986 §3.4", "GET /a? HTTP/1.1", Parts(method: .get, path: "/a", query: "")),
        Row("3986 §3.4", "GET /a?b?c/d HTTP/1.1", Parts(method: .get, path: "/a", query: "b?c/d")),
        Row("3986 §3.3", "GET //a//b HTTP/1.1", Parts(method: .get, path: "//a//b")),
        Row(
            "3986 §2.1", "GET /%F0%9F?q=%20 HTTP/1.1",
            Parts(method: .get, path: "/%F0%9F", query: "q=%20")),
        Row("9112 §3.2", "GET /a|b\"c HTTP/1.1", Parts(method: .get, path: "/a|b\"c")),
        Row(
            "9112 §3.2.2", "GET http://example.org/a?b HTTP/1.1",
            Parts(method: .get, path: "/a", query: "b", authority: "example.org")),
        Row(
            "9112 §3.2.2", "GET HTTP://[::1]:8443/a HTTP/1.1",
            Parts(method: .get, path: "/a", authority: "[::1]:8443")),
        Row(
            "9112 §3.2.1", "GET http://example.org HTTP/1.1",
            Parts(method: .get, path: "/", authority: "example.org")),
        Row(
            "9112 §3.2.1", "GET http://example.org?b HTTP/1.1",
            Parts(method: .get, path: "/", query: "b", authority: "example.org")),
        Row(
            "9110 §4.2.3", "OPTIONS http://example.org HTTP/1.1",
            Parts(method: .options, path: "", authority: "example.org")),
        Row(
            "9110 §4.2.3", "OPTIONS http://example.org/ HTTP/1.1",
            Parts(method: .options, path: "/", authority: "example.org")),
        Row(
            "9112 §3.2.4", "OPTIONS http://example.org?b HTTP/1.1",
            Parts(method: .options, path: "/", query: "b", authority: "example.org")),
        Row("9112 §2.3", "GET / HTTP/1.0", Parts(method: .get, path: "/", minorVersion: 0)),
        Row("9110 §2.5", "GET / HTTP/1.2", Parts(method: .get, path: "/", minorVersion: 1)),
        Row("9110 §2.5", "GET / HTTP/1.9", Parts(method: .get, path: "/", minorVersion: 1)),
    ])
    func `is split into its parts`(row: Row<Parts>) {
        let reading = ParsedHead("\(row.text)\r\nHost: h\r\n\r\n")

        let parts = Parts(
            method: reading.method, path: reading.path, query: reading.query,
            authority: reading.authority, minorVersion: reading.minorVersion)
        #expect(reading.answer == .done)
        #expect(parts == row.expected)
    }

    // The whole table is in the conformance tests; these are refused before the head is complete.
    @Test(arguments: [
        Row("9112 §3", "\u{16}\u{3}\u{1}", HeadFault.malformedRequestLine),
        Row("9112 §2.2", "\r\rGET / HTTP/1.1\r\n", .malformedRequestLine),
        Row("9110 §9.1", "BREW /pot HTTP/1.1\r\n", .unknownMethod),
        Row("9113 §3.4", "PRI * HTTP/2.0\r\n\r\n", .unknownMethod),
        Row("9112 §3.2", "GET /a#b HTTP/1.1\r\n", .malformedTarget),
        Row("9110 §7.4", "GET https://example.org/ HTTP/1.1\r\n", .securedTarget),
        Row("9112 §2.2", "GET / HTTP/1.1\rX", .malformedVersion),
        Row("9110 §15.6.6", "GET / HTTP/2.0\r\n", .unsupportedVersion),
    ])
    func `is refused as soon as it is complete`(row: Row<HeadFault>) {
        #expect(ParsedHead(row.text).answer == .bad(row.expected))
    }

    @Test func `may follow up to four empty lines, which the length counts`() {
        let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

        let reading = ParsedHead("\r\n\r\n\r\n\r\n" + request)

        #expect(reading.answer == .done)
        #expect(reading.length == request.utf8.count + 8)
    }
}

@Suite struct `A method` {
    @Test(arguments: HTTP.Method.allCases)
    func `is found again by its name`(method: HTTP.Method) {
        let name = Array("\(method.name)".utf8)

        let found = HTTP.Method(name.span)

        #expect(found == method)
    }

    @Test(arguments: ["", "GE", "get", "GETS", "POSt", "PATCHY", "TRACE", "CONNECT"])
    func `is not any other token`(name: String) {
        let name = Array(name.utf8)

        let found = HTTP.Method(name.span)

        #expect(found == nil)
    }
}
