import Dispatch
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

/// The handler replies when it advances.
@Suite struct `A reply that comes later` {
    @Test(arguments: [1, 2, 5])
    func `is written once, when all that it needs has arrived`(times: Int) throws {
        let world = try world([("/late", .late(times))])
        let client = try world.connect()

        let answer = try client.exchange(post("/late", "milk") + get("/next"))
        let next = try client.answer()

        #expect(answer.text == "milk")
        #expect(next.text == "hello")
        #expect(world.handler.admitted == ["/late", "/next"])
        #expect(world.handler.seen.map(\.path) == ["/late", "/next"])
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `is written after a wake-up from another thread`() throws {
        let world = try world([("/late", .late(2))], isAutomatic: false)
        let client = try world.connect()

        try client.send(post("/late", "milk"))
        for _ in 0..<2 {
            try world.untilAsked()
            world.arrivals.release()
        }

        #expect(try client.answer().text == "milk")
    }

    @Test func `is written at the handler's deadline`() throws {
        let world = try world([("/late", .late())], isAutomatic: false)
        let client = try world.connect()
        try client.send(post("/late", "milk"))
        try world.untilAsked()
        let now = try world.look { $0.now }

        world.arrivals.release(at: now + 5_000)
        try world.pass(4.999)
        let before = world.arrivals.waiting
        try world.pass(0.001)

        #expect(before == 1)
        #expect(try client.answer().text == "milk")
    }

    @Test func `keeps its place among pipelined requests`() throws {
        let world = try world([("/late", .late()), ("/echo", .echo)])
        let client = try world.connect()

        try client.send(
            (0..<100).map { post($0 % 3 == 0 ? "/late" : "/echo", "\($0)") }.joined())
        let answers = try (0..<100).map { _ in try client.answer().text }

        #expect(answers == (0..<100).map { "\($0)" })
    }

    @Test func `holds back later requests`() throws {
        let world = try world([("/late", .late())], isAutomatic: false)
        let client = try world.connect()

        try client.send(get("/late") + get("/next"))
        try world.untilAsked()
        let before = world.handler.admitted
        try client.send(get("/third"))
        try world.until { $0.open.first?.interest == [] }
        world.arrivals.release()
        let answers = try (0..<3).map { _ in try client.answer().text }

        #expect(before == ["/late"])
        #expect(answers == ["", "hello", "hello"])
    }

    @Test func `may become a stream`() throws {
        let world = try world([("/late", .lateParts(["milk", "bread"]))])
        let client = try world.connect()

        try client.send(
            get("/late") + get("/late", method: "HEAD") + get("/late") + get("/next"))
        let answers = try [
            client.answer().text, client.answer(toHead: true).text, client.answer().text,
            client.answer().text,
        ]

        #expect(answers == ["milkbread", "", "milkbread", "hello"])
    }

    @Test(arguments: [
        (post("/late", chunks: ["milk"]).replacing("0\r\n\r\n", with: "x"), 400),
        ("POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\nmilk", 413),
    ])
    func `may refuse the body, and ends the connection`(request: String, status: Int) throws {
        let world = try world([("/late", .late())])
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer()
        client.finishSending()
        _ = try client.ending()

        #expect(answer.status == status)
        #expect(answer["Connection"] == "close")
        let metrics = world.metrics.lanes[0]
        #expect(metrics.count(0, .post, .clientError) == 1)
        #expect((0..<16).reduce(0) { $0 + metrics.rejections[$1] } == 1)
    }

    @Test func `is not written when its client has disconnected`() throws {
        let replies = Box(0)
        let world = try world(
            [("/late", .late(lasting: { replies.value += 1 }))], isAutomatic: false)
        let client = try world.connect()
        try client.send(post("/late", "milk"))
        try world.untilAsked()

        try world.lose(client)

        #expect(replies.value == 0)
        #expect(try world.look { $0.requestBytes } == 0)
        #expect(world.metrics.lanes[0].count(0, .post, .cut) == 1)
        #expect(world.metrics.lanes[0].inFlight.value == 0)
    }

    @Test func `is awaited when the server drains`() throws {
        let world = try world([("/late", .late(2))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/late"))
        try world.untilAsked()

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        for _ in 0..<2 {
            try world.untilAsked()
            world.arrivals.release()
        }
        let answer = try client.answer()
        let ending = try client.ending()
        client.close()

        #expect(answer.status == 200)
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    @Test func `is asked for together with those of the same round`() throws {
        let world = try world([("/late", .late()), ("/held", .heldBack(1))])
        let first = try world.connect()
        let others = try (0..<3).map { _ in try world.connect() }
        for other in others { _ = try other.exchange(get("/")) }

        try world.atOnce(first, others.map { ($0, get("/late")) })
        for other in others { #expect(try other.answer().status == 200) }

        #expect(world.arrivals.rounds.contains(3))
    }

    @Test func `has one id, one line in the log and one count`() throws {
        let world = try world([("/late", .late(2))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/late"))
        try world.untilAsked()
        let inFlight = world.metrics.lanes[0].inFlight.value

        world.clocks.work(microseconds: 3_000)
        for _ in 0..<2 {
            try world.untilAsked()
            world.arrivals.release()
        }
        let answer = try client.answerBytes()
        try world.round()

        let metrics = world.metrics.lanes[0]
        #expect(inFlight == 1)
        #expect(metrics.inFlight.value == 0)
        #expect(metrics.count(0, .get, .success) == 1)
        #expect(metrics.duration(0).sum == 3_000)
        let lines = world.logged
        #expect(lines.count == 1)
        #expect(lines.first?.contains(" 200 \(answer.count)B 3000us ") == true, "\(lines)")
    }
}
