import Dispatch
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

/// The handler lacks rows of these requests at first and gets them again later.
@Suite struct `A request that is retried` {
    @Test(arguments: [1, 2, 5])
    func `is answered when its rows have come`(times: Int) throws {
        let world = try world([("/rows", .asked(times))])
        let client = try world.connect()

        try client.send(post("/rows", "milk"))
        let answer = try client.answer()

        #expect(answer.status == 200)
        #expect(answer.text == "milk")
        #expect(world.handler.seen.map(\.body) == [String](repeating: "milk", count: times + 1))
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `is answered after a wake-up from another thread`() throws {
        let world = try world([("/rows", .asked(2))], isAutomatic: false)
        let client = try world.connect()

        try client.send(post("/rows", "milk"))
        for _ in 0..<2 {
            try world.untilAsked()
            world.upstream.release()
        }

        #expect(try client.answer().text == "milk")
    }

    @Test func `is retried when the upstream releases it without an arrival`() throws {
        let world = try world([("/rows", .asked(1))], isAutomatic: false)
        let client = try world.connect()
        try client.send(post("/rows", "milk"))
        try world.untilAsked()
        let now = try world.look { $0.now }

        world.upstream.release(at: now + 5_000)
        try world.round()
        let before = world.handler.seen.count
        try world.pass(5)

        #expect(before == 1)
        #expect(try client.answer().text == "milk")
    }

    // proves: database-server-11
    @Test func `keeps its place among pipelined requests`() throws {
        let world = try world([("/rows", .asked(1)), ("/echo", .echo)])
        let client = try world.connect()

        try client.send(
            (0..<100).map { post($0 % 3 == 0 ? "/rows" : "/echo", "\($0)") }.joined())
        let answers = try (0..<100).map { _ in try client.answer().text }

        #expect(answers == (0..<100).map { "\($0)" })
    }

    @Test func `holds back later requests until it is answered`() throws {
        let world = try world([("/rows", .asked(1))], isAutomatic: false)
        let client = try world.connect()

        try client.send(get("/rows") + get("/next"))
        try world.untilAsked()
        let before = world.handler.seen.map(\.path)
        try client.send(get("/third"))
        try world.until { $0.open.first?.interest == [] }
        world.upstream.release()
        let answers = try (0..<3).map { _ in try client.answer().text }

        #expect(before == ["/rows"])
        #expect(answers == ["", "hello", "hello"])
        #expect(world.handler.seen.map(\.path) == ["/rows", "/rows", "/next", "/third"])
    }

    @Test func `has the same body again, for any segmentation`() throws {
        let world = try world([("/rows", .asked(2))])
        let client = try world.connect()
        let next = post("/rows", "and")

        for request in [post("/rows", chunks: ["mi", "lk"]), post("/rows", "milk")] {
            let bytes = Array(request.utf8)
            for cut in 1..<bytes.count {
                try client.send(Array(bytes[..<cut]))
                try world.until { lane in
                    lane.open.first.map { $0.wait == .head || $0.wait == .body } == true
                }
                try client.send(Array(bytes[cut...]) + Array(next.utf8))
                #expect(try client.answer().text == "milk")
                #expect(try client.answer().text == "and")
            }
        }
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `counts with its body as buffered while it waits`() throws {
        let world = try world([("/rows", .asked(1))], isAutomatic: false)
        let client = try world.connect()
        let body = String(repeating: "milk", count: 50_000)

        try client.send(post("/rows", chunks: [body]))
        try world.untilAsked()
        let bytes = try world.look { $0.requestBytes }
        world.upstream.release()

        #expect(bytes >= body.utf8.count)
        #expect(try client.answer().text == body)
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test(arguments: [
        (post("/rows", chunks: ["milk"]).replacing("0\r\n\r\n", with: "x"), 400),
        ("POST /rows HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\nmilk", 413),
    ])
    func `has the same fault again`(request: String, status: Int) throws {
        let world = try world([("/rows", .asked(2))])
        let client = try world.connect()

        try client.send(request)
        let answer = try client.answer()
        client.finishSending()
        _ = try client.ending()

        #expect(answer.status == status)
        let faults = world.handler.seen.map(\.fault)
        #expect(faults.count == 3)
        #expect(faults.allSatisfy { $0 == faults[0] })
        let metrics = world.metrics.lanes[0]
        #expect(metrics.count(0, .post, .clientError) == 1)
        #expect((0..<16).reduce(0) { $0 + metrics.rejections[$1] } == 1)
    }

    @Test func `is timed out although its rows arrive in time`() throws {
        let world = try world([("/rows", .asked(1))])
        let client = try world.connect()
        try client.send("POST /rows HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nmilk")
        try world.until(.body)

        try world.pass(1_000)
        let answer = try client.answer()

        #expect(answer.status == 408)
        #expect(world.handler.seen.map(\.fault) == [.timedOut, .timedOut])
    }

    @Test func `may lack rows before its body is read`() throws {
        let world = try world(
            [("/admitted", .asked(1))], admissions: ["/admitted": .again], isAutomatic: false)
        let client = try world.connect()
        try client.send(
            "POST /admitted HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                + "Content-Length: 4\r\n\r\n")
        try world.untilAsked()

        world.upstream.release()
        _ = try client.take(until: "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("milk" + get("/next"))
        let answers = try [client.answer().text, client.answer().text]

        #expect(answers == ["milk", "hello"])
        #expect(world.handler.ids.count == 2)
    }

    @Test func `drops its queries when its client disconnects`() throws {
        let world = try world([("/rows", .asked(1))], isAutomatic: false)
        let client = try world.connect()
        try client.send(post("/rows", "milk"))
        try world.untilAsked()

        try world.lose(client)

        #expect(world.upstream.forgotten == 1)
        #expect(world.handler.seen.count == 1)
        #expect(try world.look { $0.requestBytes } == 0)
        #expect(world.metrics.lanes[0].count(0, .post, .cut) == 1)
        #expect(world.metrics.lanes[0].inFlight.value == 0)
    }

    @Test func `is under way when the server drains`() throws {
        let world = try world([("/rows", .asked(2))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/rows"))
        try world.untilAsked()

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        for _ in 0..<2 {
            try world.untilAsked()
            world.upstream.release()
        }
        let answer = try client.answer()
        let ending = try client.ending()
        client.close()

        #expect(answer.status == 200)
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    @Test func `sends its queries together with those of the same round`() throws {
        let world = try world([("/rows", .asked(1)), ("/held", .heldBack(1))])
        let first = try world.connect()
        let others = try (0..<3).map { _ in try world.connect() }
        for other in others { _ = try other.exchange(get("/")) }

        try world.atOnce(first) {
            for other in others { try other.send(get("/rows")) }
        }
        for other in others { #expect(try other.answer().status == 200) }

        #expect(world.upstream.flushes.contains(3))
    }

    @Test func `that takes long leaves others for the next round`() throws {
        let clocks = ManualClocks()
        let slow = ScriptedHandler.Answer.asked(1) { clocks.work(microseconds: 6_000) }
        let world = try world([("/rows", slow)], isAutomatic: false, clocks: clocks)
        let clients = try (0..<3).map { _ in try world.connect() }
        for client in clients { try client.send(get("/rows")) }
        try world.untilAsked(3)

        let seen = world.each { $0.count }
        world.upstream.release()
        for client in clients { #expect(try client.answer().status == 200) }
        try world.round()

        #expect(seen.value.suffix(2) == [5, 6])
    }
}

/// Effects that happen once for each request, although it runs several times.
@Suite struct `A request that is retried, in metrics and limits` {
    // proves: database-server-11
    @Test func `has one id and one line in the log`() throws {
        let world = try world([("/rows", .asked(3))])
        let client = try world.connect()

        let first = try client.exchange(get("/rows"))
        let second = try client.exchange(get("/rows"))
        try world.round()

        let ids = world.handler.ids
        #expect(ids.count == 8)
        #expect(ids[..<4].allSatisfy { $0 == ids[0] })
        #expect(ids[4...].allSatisfy { $0 == ids[4] })
        #expect(first["X-Request-Id"] != second["X-Request-Id"])
        #expect(world.logged.count == 2)
    }

    @Test func `counts once, from its head to the end of its answer`() throws {
        let world = try world([("/rows", .asked(2))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/rows"))
        try world.untilAsked()
        let inFlight = world.metrics.lanes[0].inFlight.value

        world.clocks.work(microseconds: 3_000)
        for _ in 0..<2 {
            try world.untilAsked()
            world.upstream.release()
        }
        let answer = try client.answerBytes()
        try world.round()

        let metrics = world.metrics.lanes[0]
        #expect(inFlight == 1)
        #expect(metrics.inFlight.value == 0)
        #expect(metrics.count(0, .get, .success) == 1)
        #expect(metrics.duration(0).sum == 3_000)
        #expect(world.logged.first?.contains(" 200 \(answer.count)B 3000us ") == true)
    }

    @Test func `counts once against the requests of a connection`() throws {
        let world = try world([("/rows", .asked(2))]) { $0.requestsPerConnection = 3 }
        let client = try world.connect()

        let answers = try (0..<3).map { _ in try client.exchange(get("/rows")) }

        #expect(answers.map { $0["Connection"] } == [nil, nil, "close"])
    }
}
