import HTTP
import Telemetry
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A lane's record of a request` {
    private let table: [String: ScriptedHandler.Answer] = [
        "/later": .deferred, "/parts": .parts(["one", "two"]), "/failing": .failing(["one"]),
        "/missing": .status(.notFound), "/large": .large(1 << 24),
    ]

    // proves: operation-5
    @Test(arguments: [
        (get("/a"), StatusClass.success, "GET - 200 "),
        (get("/missing"), .clientError, "GET - 404 "),
        (get("/parts"), .success, "GET - 200 "),
        (get("/a", method: "HEAD"), .success, "HEAD - 200 "),
        (post("/a", "body"), .success, "POST - 200 "),
        (post("/a", chunks: ["a", "b"]), .success, "POST - 200 "),
    ])
    func `has its method and status, once`(
        request: String, outcome: StatusClass, line: String
    ) throws {
        let world = try ServerWorld(table)
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer(toHead: request.hasPrefix("HEAD"))
        try world.round()

        let metrics = world.metrics.lanes[0]
        let counted = Method.allCases.flatMap { method in
            StatusClass.allCases.map { (method, $0, metrics.count(0, method, $0)) }
        }.filter { $0.2 > 0 }
        #expect(counted.count == 1)
        #expect(counted.first?.1 == outcome)
        #expect(counted.first?.2 == 1)
        #expect(request.hasPrefix("\(counted[0].0.name) "))
        #expect(metrics.duration(0).count == 1)
        let logged = world.logged
        #expect(logged.count == 1)
        #expect(logged.first?.contains(" \(line)") == true)
        #expect(logged.first?.contains(" id=\(answer["X-Request-Id"] ?? "")") == true)
        #expect(metrics.inFlight.value == 0)
    }

    @Test(arguments: ["/a", "/parts"])
    func `has the bytes received and sent`(path: String) throws {
        let world = try ServerWorld(table)
        let client = try world.connect()
        let request = get(path)

        try client.send(request)
        let answer = try client.answerBytes()
        try world.round()

        let metrics = world.metrics.lanes[0]
        #expect(metrics.received.value == request.utf8.count)
        #expect(metrics.sent.value == answer.count)
        #expect(world.logged.first?.contains(" 200 \(answer.count)B ") == true)
    }

    @Test func `has its duration, from its head to the end of its answer`() throws {
        let world = try ServerWorld(table)
        let (client, handler) = (try world.connect(), world.handler)
        try client.send(get("/later"))
        try world.until { _ in handler.isAsked("/later") }
        #expect(world.metrics.lanes[0].inFlight.value == 1)

        world.clocks.work(microseconds: 7_000)
        world.handler.reply(to: "/later", "done")
        _ = try client.answer()
        try world.round()

        let snapshot = world.metrics.lanes[0].duration(0)
        #expect(snapshot.sum == 7_000)
        #expect(world.metrics.lanes[0].inFlight.value == 0)
        #expect(world.logged.first?.contains("B 7000us ") == true)
    }

    // proves: operation-5
    @Test(arguments: ["/later", "/large"])
    func `has the disconnection of its client`(path: String) throws {
        let world = try ServerWorld(table)
        let client = try world.connect(receiveBuffer: 4_096)
        try client.send(get(path))
        try world.until { $0.open.contains { $0.wait == .slowReader || $0.record.isInFlight } }

        client.reset()
        try world.until { $0.open.isEmpty }

        let metrics = world.metrics.lanes[0]
        #expect(metrics.inFlight.value == 0)
        if path == "/later" {
            #expect(metrics.count(0, .get, .cut) == 1)
            #expect(world.logged.first?.contains(" GET - cut 0B ") == true)
        } else {
            // The answer was complete, although the client did not read it.
            #expect(metrics.count(0, .get, .success) == 1)
        }
    }

    @Test func `has the failure of its stream`() throws {
        let world = try ServerWorld(table)
        let (client, handler) = (try world.connect(), world.handler)

        try client.send(get("/failing"))
        try world.until { $0.open.isEmpty && handler.seen.count == 1 }

        #expect(world.metrics.lanes[0].count(0, .get, .cut) == 1)
        #expect(world.logged.first?.contains(" GET - 200/cut ") == true)
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", Rejection.malformedHead, " - - 400 "),
        (
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
            .headTooLarge, " - - 414 "
        ),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", .unsupported, " - - 501 "),
        (post("/a", chunks: []).replacing("0\r\n\r\n", with: "x"), .malformedBody, " POST - "),
        (
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n", .bodyTooLarge,
            " POST - "
        ),
    ])
    func `has the reason of its refusal`(request: String, rejection: Rejection, line: String) throws
    {
        let world = try ServerWorld(table)
        let client = try world.connect()

        try client.send(request)
        _ = try client.answer()
        try world.round()

        for known in Rejection.allCases {
            let count = world.metrics.lanes[0].rejections[known.rawValue]
            #expect(count == (known == rejection ? 1 : 0), "\(known)")
        }
        #expect(world.logged.first?.contains(line) == true)
    }

    @Test func `has its time-out`() throws {
        let world = try ServerWorld(table)
        let slowHead = try world.connect()
        try slowHead.send("GET / HT")
        try world.until(.head)
        let slowBody = try world.connect()
        try slowBody.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab")
        try world.until(.body)

        try world.pass(60)
        let statuses = [try slowHead.answer().status, try slowBody.answer().status]

        let rejections = world.metrics.lanes[0]
        #expect(statuses.first == 408)
        #expect(rejections.rejections[Rejection.slowHead.rawValue] == 1)
        #expect(rejections.rejections[Rejection.slowBody.rawValue] == 1)
    }

    @Test func `has its trace`() throws {
        let world = try ServerWorld(table)
        let client = try world.connect()
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

        try client.send(get("/a", "traceparent: 00-\(trace)-00f067aa0ba902b7-01\r\n"))
        _ = try client.answer()
        try client.send(get("/a", "traceparent: 00-\(trace.uppercased())-00f067aa0ba902b7-01\r\n"))
        _ = try client.answer()
        try world.round()

        let logged = world.logged
        #expect(logged.map { $0.hasSuffix(" trace=\(trace)") } == [true, false])
    }
}

@Suite struct `The metrics of a server` {
    @Test func `count connections by their wait`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let idle = try world.connect()
        try idle.send(get("/a"))
        _ = try idle.answer()
        let head = try world.connect()
        try head.send("GET / HT")
        try world.until(.head)
        let later = try world.connect()
        try later.send(get("/later"))
        try world.until(.answer)
        let metrics = world.metrics.lanes[0]

        let states = Connection.Wait.allCases.map { metrics.connections[$0.rawValue] }
        later.reset()
        head.reset()
        idle.reset()
        try world.until { $0.open.isEmpty }

        #expect(states == [1, 1, 0, 1, 0, 0, 0])
        #expect(Connection.Wait.allCases.allSatisfy { metrics.connections[$0.rawValue] == 0 })
        #expect(world.metrics.accepted.value == 3)
    }

    @Test func `count rejected connections`() throws {
        let world = try ServerWorld { $0.connections = 1 }
        let first = try world.connect()
        try first.send(get("/a"))
        _ = try first.answer()

        let second = try world.connect()
        _ = try second.ending()

        #expect(world.metrics.rejected[Rejection.connections.rawValue] == 1)
        #expect(world.metrics.rejected[Rejection.connectionsOfAddress.rawValue] == 0)
    }

    @Test func `count live streams`() throws {
        let script = LiveScript()
        let world = try ServerWorld(["/live": .live(script)])
        let client = try world.connect()
        try client.send(get("/live"))
        try world.until(.quietStream)
        let listening = world.metrics.lanes[0].listeners.value

        client.reset()
        try world.until { $0.open.isEmpty }

        #expect(listening == 1)
        #expect(world.metrics.lanes[0].listeners.value == 0)
    }

    @Test func `omit methods and status classes without requests`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send(get("/a"))
        _ = try client.answer()
        try world.round()
        var exposition = Exposition()

        world.metrics.write(to: &exposition, routes: ["/items"])

        let lines = exposition.text.split(separator: "\n")
        let counted = lines.filter { $0.hasPrefix("toodoo_http_requests_total") }
        #expect(
            counted == [
                #"toodoo_http_requests_total{route="none",method="GET",status="2xx"} 1"#
            ])
        #expect(lines.contains(#"toodoo_http_connections{state="idle"} 1"#))
        #expect(lines.contains(#"toodoo_http_rejections_total{cause="slow_head"} 0"#))
        #expect(lines.contains { $0.hasPrefix("toodoo_http_request_duration_seconds_bucket") })
    }
}
