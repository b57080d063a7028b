import HTTP
import Testing

@Suite struct `The Host field` {
    @Test(arguments: [
        Row("9110 §7.2", "example.org", "example.org"),
        Row("9110 §7.2", "example.org:8080", "example.org:8080"),
        Row("3986 §3.2.3", "example.org:", "example.org:"),
        Row("3986 §3.2.2", "127.0.0.1:80", "127.0.0.1:80"),
        Row("3986 §3.2.2", "[::1]", "[::1]"),
        Row("3986 §3.2.2", "[2001:db8::7]:443", "[2001:db8::7]:443"),
        Row("3986 §3.2.2", "[v1.fe80:x]", "[v1.fe80:x]"),
        Row("3986 §3.2.2", "k%C3%A4se.example", "k%C3%A4se.example"),
        Row("3986 §3.2.2", "my_host~1!$&'()*+;=", "my_host~1!$&'()*+;="),
        Row("9112 §3.2", "", ""),
    ])
    func `says whom the request is for`(row: Row<String>) {
        let reading = ParsedHead("GET / HTTP/1.1\r\nHost: \(row.text)\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.authority == row.expected)
    }

    @Test(arguments: [
        "a b", "a\tb", "a/b", "a?b", "a#b", "me@a", "a,b", "http://a", "a:b", "a:80:80", "a:8 0",
        ":80", ":", "[::1", "::1]", "[]", "[::1]x", "[::1]]", "[a b]", "a%", "a%4", "a%4x",
        "a[b]", "a\\b", "a\"b", "<a>", "käse",
    ])
    func `is refused with anything but a host and a port`(value: String) {
        let reading = ParsedHead("GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n")

        #expect(reading.fault == .malformedHost)
    }

    @Test(arguments: [
        Row("9112 §3.2", "GET / HTTP/1.1\r\n\r\n", HeadFault.missingHost),
        Row("9112 §3.2", "GET http://a/ HTTP/1.1\r\n\r\n", .missingHost),
        Row("9112 §3.2", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        Row("9112 §3.2", "GET / HTTP/1.1\r\nHost:\r\nHost:\r\n\r\n", .repeatedHost),
        Row("9112 §3.2", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .repeatedHost),
        Row("9112 §3.2", "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n", .malformedHost),
    ])
    func `stands there once`(row: Row<HeadFault>) {
        #expect(ParsedHead(row.text).fault == row.expected)
    }

    @Test func `may be absent in HTTP/1.0`() {
        let reading = ParsedHead("GET / HTTP/1.0\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.authority == nil)
    }

    @Test func `gives way to the authority of an absolute target`() {
        let reading = ParsedHead("GET http://a:1/ HTTP/1.1\r\nHost: b\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.authority == "a:1")
    }
}

@Suite struct `The length of a body` {
    @Test(arguments: [
        Row("9112 §6.3", "", "none"),
        Row("9112 §6.2", "Content-Length: 0\r\n", "length(0)"),
        Row("9112 §6.2", "Content-Length: 42\r\n", "length(42)"),
        Row("9110 §8.6", "Content-Length: 007\r\n", "length(7)"),
        Row("9110 §8.6", "content-length:\t42 \r\n", "length(42)"),
        Row("9110 §8.6", "Content-Length: 9223372036854775807\r\n", "length(\(Int.max))"),
        Row("9112 §6.1", "Transfer-Encoding: chunked\r\n", "chunked"),
        Row("9112 §7", "transfer-encoding: CHUNKED\r\n", "chunked"),
    ])
    func `follows from the fields`(row: Row<String>) {
        let reading = ParsedHead("POST / HTTP/1.1\r\nHost: h\r\n\(row.text)\r\n")

        #expect(reading.answer == .done)
        #expect(reading.framing == row.expected)
    }

    @Test(arguments: [
        Row("9110 §8.6", "Content-Length:\r\n", HeadFault.malformedContentLength),
        Row("9110 §8.6", "Content-Length: -1\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: +1\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 1.0\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 0x1\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 1 2\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 4, 4\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 4,\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: ４\r\n", .malformedContentLength),
        Row("9112 §6.3", "Content-Length: 4\r\nContent-Length: 4\r\n", .malformedContentLength),
        Row("9112 §6.3", "Content-Length: 4\r\nContent-Length: 5\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 9223372036854775808\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 18446744073709551617\r\n", .malformedContentLength),
        Row("9110 §8.6", "Content-Length: 92233720368547758070\r\n", .malformedContentLength),
        Row("9112 §6.1", "Transfer-Encoding:\r\n", .malformedTransferEncoding),
        Row("9112 §6.1", "Transfer-Encoding: chunked, chunked\r\n", .malformedTransferEncoding),
        Row("9112 §6.1", "Transfer-Encoding: chunked, gzip\r\n", .malformedTransferEncoding),
        Row("9112 §6.1", "Transfer-Encoding: , chunked\r\n", .malformedTransferEncoding),
        Row("9112 §6.1", "Transfer-Encoding: chunked,\r\n", .malformedTransferEncoding),
        Row("9112 §7", "Transfer-Encoding: chunked;a=b\r\n", .malformedTransferEncoding),
        Row("9112 §7", "Transfer-Encoding: \"chunked\"\r\n", .malformedTransferEncoding),
        Row(
            "9112 §6.1", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            .malformedTransferEncoding),
        Row("9112 §6.1", "Transfer-Encoding: gzip\r\n", .unsupportedTransferCoding),
        Row("9112 §6.1", "Transfer-Encoding: gzip, chunked\r\n", .unsupportedTransferCoding),
        Row("9112 §7.4", "Transfer-Encoding: identity\r\n", .unsupportedTransferCoding),
        Row("9112 §6.1", "Transfer-Encoding: xchunked\r\n", .unsupportedTransferCoding),
        Row(
            "9112 §6.3", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", .ambiguousLength),
        Row(
            "9112 §6.3", "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n", .ambiguousLength),
    ])
    func `is never guessed`(row: Row<HeadFault>) {
        let reading = ParsedHead("POST / HTTP/1.1\r\nHost: h\r\n\(row.text)\r\n")

        #expect(reading.fault == row.expected)
    }

    @Test func `is not given by chunks in HTTP/1.0`() {
        let reading = ParsedHead("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")

        #expect(reading.fault == .malformedTransferEncoding)
    }
}

@Suite struct `The life of a connection` {
    @Test(arguments: [
        Row("9112 §9.3", "HTTP/1.1\r\n", true),
        Row("9112 §9.6", "HTTP/1.1\r\nConnection: close\r\n", false),
        Row("9110 §7.6.1", "HTTP/1.1\r\nConnection: CLOSE\r\n", false),
        Row("9110 §7.6.1", "HTTP/1.1\r\nConnection: upgrade ,\tclose\r\n", false),
        Row("9110 §7.6.1", "HTTP/1.1\r\nConnection: x\r\nConnection: close\r\n", false),
        Row("9112 §9.3", "HTTP/1.1\r\nConnection: keep-alive, close\r\n", false),
        Row("9112 §9.3", "HTTP/1.1\r\nConnection: close\r\nConnection: keep-alive\r\n", false),
        Row("9110 §7.6.1", "HTTP/1.1\r\nConnection: closed\r\n", true),
        Row("9110 §7.6.1", "HTTP/1.1\r\nConnection:\r\n", true),
        Row("9112 §9.3", "HTTP/1.0\r\n", false),
        Row("9112 §9.3", "HTTP/1.0\r\nConnection: Keep-Alive\r\n", true),
        Row("9112 §9.3", "HTTP/1.0\r\nConnection: keep-alive, close\r\n", false),
    ])
    func `is agreed on by the Connection field and the version`(row: Row<Bool>) {
        let reading = ParsedHead("GET / \(row.text)Host: h\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.keepsAlive == row.expected)
    }
}

@Suite struct `An expectation` {
    @Test(arguments: [
        Row("9110 §10.1.1", "HTTP/1.1\r\n", false),
        Row("9110 §10.1.1", "HTTP/1.1\r\nExpect: 100-continue\r\n", true),
        Row("9110 §10.1.1", "HTTP/1.1\r\nexpect: 100-Continue\r\n", true),
        Row("9110 §5.6.1", "HTTP/1.1\r\nExpect: , 100-continue,\r\n", true),
        Row("9110 §5.6.1", "HTTP/1.1\r\nExpect:\r\n", false),
        Row("9110 §10.1.1", "HTTP/1.0\r\nExpect: 100-continue\r\n", false),
    ])
    func `of a 100 is noted`(row: Row<Bool>) {
        let reading = ParsedHead("POST / \(row.text)Host: h\r\n\r\n")

        #expect(reading.answer == .done)
        #expect(reading.expectsContinue == row.expected)
    }

    @Test(arguments: ["200-ok", "100-continue, x", "100", "100-continue=1"])
    func `of anything else is refused`(value: String) {
        let reading = ParsedHead("POST / HTTP/1.1\r\nHost: h\r\nExpect: \(value)\r\n\r\n")

        #expect(reading.fault == .unknownExpectation)
    }
}

@Suite struct `A fault` {
    // proves: http-6
    @Test(arguments: [
        (HeadFault.malformedRequestLine, 400), (.malformedTarget, 400), (.malformedVersion, 400),
        (.malformedField, 400), (.missingHost, 400), (.repeatedHost, 400), (.malformedHost, 400),
        (.malformedContentLength, 400), (.malformedTransferEncoding, 400),
        (.ambiguousLength, 400), (.targetTooLong, 414), (.unknownExpectation, 417),
        (.fieldsTooLarge, 431), (.unknownMethod, 501), (.unsupportedTransferCoding, 501),
        (.unsupportedVersion, 505), (.securedTarget, 421),
    ])
    func `has a status`(fault: HeadFault, status: Int) {
        #expect(fault.status.rawValue == status)
    }
}
