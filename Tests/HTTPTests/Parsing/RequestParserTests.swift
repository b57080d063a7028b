import HTTP
import Testing

/// Complete and valid heads, one of each kind.
private let examples = [
    "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "\r\n\r\nGET / HTTP/1.0\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n",
    "GET http://example.org?q HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n",
    "GET /items?done=true&q=a%20b HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*;q=0.5\r\n\r\n",
    "POST /items HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\nExpect: 100-continue\r\n"
        + "Content-Type: application/json; charset=utf-8\r\nX-Fruit:\t Äpfel \t\r\n\r\n",
    "PUT /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nIf-Match: \"k3f9.42\"\r\n\r\n",
]

@Suite struct `The request parser` {
    @Test(arguments: examples)
    func `finds every truncated head incomplete`(request: String) {
        let bytes = Array(request.utf8)

        for length in 0..<bytes.count {
            let answer = ParsedHead(Array(bytes[..<length])).answer
            #expect(answer == .partial, "after \(length) bytes")
        }
        #expect(ParsedHead(bytes).answer == .done)
    }

    @Test(arguments: examples)
    func `reads the same wherever the bytes were cut`(request: String) {
        let bytes = Array(request.utf8)
        let whole = ParsedHead(bytes)

        for cut in 0...bytes.count {
            var head = RequestHead()
            let first = ParsedHead(Array(bytes[..<cut]), into: &head)
            let second = ParsedHead(bytes, into: &head)
            #expect(first.answer == (cut < bytes.count ? .partial : .done))
            #expect(second == whole, "cut after \(cut) bytes")
        }
    }

    @Test(arguments: examples)
    func `reads the same with more bytes after the head`(request: String) {
        let whole = ParsedHead(request)

        let followed = ParsedHead(request + "GET \u{0}")

        #expect(followed == whole)
        #expect(whole.length == request.utf8.count)
    }

    /// With more bytes only a `.partial` result may change, and no result traps.
    @Test(arguments: examples)
    func `gives one result for each changed byte`(request: String) {
        let bytes = Array(request.utf8)
        var head = RequestHead()

        for place in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[place] = byte
                let first = ParsedHead(changed, into: &head)
                let again = ParsedHead(changed)
                guard first == again else {
                    Issue.record("byte \(byte) at \(place): \(first), then \(again)")
                    return
                }
                let followed = ParsedHead(changed + Array("\r\n\r\n\r\n".utf8)).answer
                if first.answer != .partial { #expect(followed == first.answer) }
            }
        }
    }

    @Test func `reads pipelined requests one after the other`() {
        let bytes = Array(examples.joined().utf8)
        var head = RequestHead()
        var start = 0

        var lengths: [Int] = []
        while start < bytes.count {
            let reading = ParsedHead(bytes, from: start, into: &head)
            guard reading.answer == .done else { break }
            lengths.append(reading.length)
            start += reading.length
        }

        #expect(lengths == examples.map(\.utf8.count))
    }

    @Test func `counts ranges from the first byte of the span`() {
        let bytes = Array("xyzGET /a?b HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        var head = RequestHead()

        let answer = RequestParser().parse(bytes.span, from: 3, into: &head)

        #expect(answer == .done)
        #expect(head.path == ByteRange(start: 7, end: 9))
        #expect(head.query == ByteRange(start: 10, end: 11))
        #expect(head.authority == ByteRange(start: 28, end: 29))
        #expect(head.length == bytes.count - 3)
    }

    @Test func `clears the head before each request`() {
        var head = RequestHead()
        _ = ParsedHead(
            Array(
                ("POST http://a/b?c HTTP/1.0\r\nHost: d\r\nContent-Length: 7\r\n"
                    + "Connection: close\r\n\r\n").utf8), into: &head)
        let plain = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)

        let reused = ParsedHead(plain, into: &head)

        #expect(reused == ParsedHead(plain))
    }
}

@Suite struct `The limits of a head` {
    let limits = HeadLimits(requestLine: 40, fieldBytes: 60, fieldCount: 3)

    /// A request line of this number of bytes, including its line end.
    func line(of length: Int) -> String {
        "GET /" + String(repeating: "a", count: length - 16) + " HTTP/1.1\r\n"
    }

    @Test func `hold for the request line with its line end`() {
        let fields = "Host: h\r\n\r\n"

        #expect(ParsedHead(line(of: 40) + fields, limits: limits).answer == .done)
        #expect(ParsedHead(line(of: 41) + fields, limits: limits).answer == .bad(.targetTooLong))
    }

    @Test(arguments: [
        Row("9112 §3", "", HeadFault.unknownMethod), Row("9112 §3", "GET", .unknownMethod),
        Row("9112 §3", "GET /", .targetTooLong), Row("9112 §3", "GET /?", .targetTooLong),
        Row("9112 §3", "GET http://", .targetTooLong), Row("9112 §3", "GET / ", .targetTooLong),
        Row("9112 §3", "GET / H", .targetTooLong),
    ])
    func `hold for a request line without an end`(row: Row<HeadFault>) {
        let endless = row.text + String(repeating: "A", count: 40 - row.text.utf8.count)

        #expect(ParsedHead(endless, limits: limits).answer == .partial)
        #expect(ParsedHead(endless + "A", limits: limits).answer == .bad(row.expected))
    }

    /// Field lines of this number of bytes, including their line ends and the empty line.
    func fields(of length: Int) -> String {
        "Host: h\r\nX: " + String(repeating: "a", count: length - 16) + "\r\n\r\n"
    }

    @Test func `hold for all field lines with the empty line`() {
        let fitting = ParsedHead(line(of: 40) + fields(of: 60), limits: limits)
        let larger = ParsedHead(line(of: 40) + fields(of: 61), limits: limits)

        #expect(fitting.answer == .done)
        #expect(larger.answer == .bad(.fieldsTooLarge))
    }

    @Test(arguments: ["", "X", "X:", "X: ", "Host: h\r\nX: a"])
    func `hold for field lines without an end`(beginning: String) {
        let endless = beginning + String(repeating: "a", count: 60 - beginning.utf8.count)
        let request = line(of: 20) + endless

        #expect(ParsedHead(request, limits: limits).answer == .partial)
        #expect(ParsedHead(request + "a", limits: limits).answer == .bad(.fieldsTooLarge))
    }

    @Test func `hold for the number of field lines`() {
        let three = line(of: 20) + "Host: h\r\nA:\r\nB:\r\n"

        #expect(ParsedHead(three + "\r\n", limits: limits).answer == .done)
        #expect(ParsedHead(three + "C:\r\n", limits: limits).answer == .bad(.fieldsTooLarge))
    }

    @Test func `do not count the body`() {
        let request = line(of: 40) + fields(of: 60) + String(repeating: "b", count: 200)

        #expect(ParsedHead(request, limits: limits).answer == .done)
    }

    @Test func `are generous by default`() {
        let limits = HeadLimits()

        #expect(limits.requestLine == 8192)
        #expect(limits.fieldBytes == 32768)
        #expect(limits.fieldCount == 100)
    }
}
