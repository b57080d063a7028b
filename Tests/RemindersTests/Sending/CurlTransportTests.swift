import TestSupport
import Testing

@testable import Reminders

let curlIsThere = (try? CurlTransport(userAgent: "toodoo")) != nil

@Suite(.enabled(if: curlIsThere, "libcurl.so.4 cannot be loaded here"))
struct `Requests to push services` {
    static func request(
        _ url: String, fields: [String] = [], body: [UInt8] = [], isLocal: Bool = true
    ) -> PushRequest {
        PushRequest(url: url, fields: fields, body: body, isLocal: isLocal)
    }

    /// The answers of requests, in their order.
    static func send(
        _ requests: [PushRequest], certificates: String? = nil,
        _ limit: (inout CurlTransport.Limits) -> Void = { _ in }
    ) throws -> [PushAnswer] {
        var limits = CurlTransport.Limits()
        limit(&limits)
        let transport = try CurlTransport(
            userAgent: "toodoo/test", certificates: certificates, limits: limits)
        var answers: [Int: PushAnswer] = [:]
        for (number, request) in requests.enumerated() {
            transport.start(request, number: number)
        }
        while answers.count < requests.count {
            for (number, answer) in transport.wait(milliseconds: 1_000) {
                answers[number] = answer
            }
        }
        return requests.indices.compactMap { answers[$0] }
    }

    @Test func `are POSTs with their fields and bytes`() throws {
        let service = try ScriptedService { _ in .status(201) }
        let body: [UInt8] = [0, 255, 13, 10, 0]

        let answers = try Self.send([
            Self.request(service.url + "/a?b=c", fields: ["TTL: 60", "Urgency: high"], body: body)
        ])

        #expect(answers == [.status(201, retryAfter: nil)])
        let request = try #require(service.requests.first)
        let lines = request.head.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "POST /a?b=c HTTP/1.1")
        #expect(lines.contains("TTL: 60"))
        #expect(lines.contains("Urgency: high"))
        #expect(lines.contains("User-Agent: toodoo/test"))
        #expect(lines.contains("Content-Length: 5"))
        #expect(!lines.contains { $0.hasPrefix("Expect") })
        #expect(request.body == body)
    }

    @Test func `follow no redirect`() throws {
        let other = try ScriptedService { _ in .status(200) }
        let service = try ScriptedService { [url = other.url] _ in
            .status(307, fields: ["Location: \(url)/"])
        }

        let answers = try Self.send([Self.request(service.url + "/")])

        #expect(answers == [.status(307, retryAfter: nil)])
        #expect(other.connections == 0)
    }

    @Test func `have Retry-After`() throws {
        let service = try ScriptedService { _ in .status(429, fields: ["retry-AFTER:  120"]) }

        #expect(
            try Self.send([Self.request(service.url + "/")])
                == [.status(429, retryAfter: "120")])
    }

    @Test func `use connections again`() throws {
        let service = try ScriptedService { _ in .status(200) }
        let transport = try CurlTransport(userAgent: "toodoo")

        for number in 0..<3 {
            transport.start(Self.request(service.url + "/"), number: number)
            while transport.wait(milliseconds: 1_000).isEmpty {}
        }

        #expect(service.requests.count == 3)
        #expect(service.connections == 1)
    }

    @Test func `go on at the same time`() throws {
        let service = try ScriptedService { $0 == 0 ? .stalls : .status(200) }
        let transport = try CurlTransport(userAgent: "toodoo")
        transport.start(Self.request(service.url + "/"), number: 1)
        while service.requests.isEmpty { _ = transport.wait(milliseconds: 10) }

        transport.start(Self.request(service.url + "/"), number: 2)
        var answers: [Int] = []
        while answers.isEmpty { answers = transport.wait(milliseconds: 1_000).map(\.number) }

        #expect(answers == [2])
    }

    @Test func `that get no answer time out`() throws {
        let service = try ScriptedService { _ in .stalls }

        #expect(
            try Self.send([Self.request(service.url + "/")]) { $0.milliseconds = 50 }
                == [.failure(.timeout)])
    }

    @Test func `whose answer never ends have their status at 64 KiB`() throws {
        let service = try ScriptedService { _ in .drips("HTTP/1.1 500 No\r\n\r\n") }

        #expect(
            try Self.send([Self.request(service.url + "/")])
                == [.status(500, retryAfter: nil)])
    }

    @Test func `whose answer is too slow time out`() throws {
        let service = try ScriptedService { _ in
            .drips("HTTP/1.1 200 OK\r\nContent-Length: 65000\r\n\r\n")
        }

        #expect(
            try Self.send([Self.request(service.url + "/")]) {
                ($0.milliseconds, $0.answerBytes) = (50, .max)
            } == [.failure(.timeout)])
    }

    @Test func `that are hung up on, or to a closed port, fail`() throws {
        let service = try ScriptedService { _ in .hangsUp }
        let closed: UInt16
        do { closed = try ListeningSocket().port }

        #expect(
            try Self.send([
                Self.request(service.url + "/"), Self.request("http://127.0.0.1:\(closed)/"),
            ]) == [.failure(.connection), .failure(.connection)])
    }

    @Test func `to a service without TLS fail`() throws {
        let service = try ScriptedService { _ in .status(200) }

        let answers = try Self.send([Self.request("https://127.0.0.1:\(service.port)/")]) {
            $0.milliseconds = 2_000
        }

        // The service reads what is no request, for ever.
        #expect(answers == [.failure(.tls)] || answers == [.failure(.timeout)])
    }

    // The listener is there, so that a connection would be seen.
    @Test(arguments: [
        "127.0.0.1", "127.1", "0x7f000001", "2130706433", "localhost", "[::1]",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
    ])
    func `reach no private address of this machine`(host: String) throws {
        let service = try ScriptedService { _ in .status(200) }

        let answers = try Self.send([
            Self.request("https://\(host):\(service.port)/", isLocal: false)
        ])

        #expect(answers == [.failure(.address)])
        #expect(service.connections == 0)
    }

    @Test(arguments: [
        "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fe80::1]",
        "[fd00::1]", "224.0.0.1", "255.255.255.255",
    ])
    func `reach no other private address`(host: String) throws {
        #expect(
            try Self.send([Self.request("https://\(host)/", isLocal: false)])
                == [.failure(.address)])
    }

    @Test func `to an unknown name have no address`() throws {
        #expect(
            try Self.send([Self.request("https://name.invalid/", isLocal: false)])
                == [.failure(.address)])
    }

    @Test(arguments: [
        "http://127.0.0.1:1/", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://a/",
    ])
    func `use https, and http for local services alone`(url: String) throws {
        #expect(
            try Self.send([Self.request(url, isLocal: false)]) == [.failure(.connection)])
    }

    @Test func `end a wait when they are woken`() throws {
        let transport = try CurlTransport(userAgent: "toodoo")

        transport.waker()

        #expect(transport.wait(milliseconds: 600_000).isEmpty)
    }

    @Test func `need libcurl`() {
        #expect(throws: CurlTransport.Unavailable.self) {
            try CurlTransport(userAgent: "toodoo", library: "libcurl-that-is-not-there.so.4")
        }
    }
}
