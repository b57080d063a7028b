import Dispatch
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

/// The handler admits the request when it advances.
@Suite struct `An admission that comes later` {
    private func world(
        _ admission: ScriptedAdmission = .late(BodyLimit(1 << 20)), isAutomatic: Bool = false,
        _ adjust: (inout Limits) -> Void = { _ in }
    ) throws -> ServerWorld {
        try HTTPServerTests.world(
            [("/echo", .echo), ("/late", .echo), ("/large", .large(8_000_000))],
            admissions: ["/late": admission], isAutomatic: isAutomatic, adjust)
    }

    @Test func `lets the request go on, for any segmentation`() throws {
        let world = try world(isAutomatic: true)
        let client = try world.connect()
        let next = post("/echo", "and")

        for request in [post("/late", chunks: ["mi", "lk"]), post("/late", "milk")] {
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

    @Test func `keeps the order of pipelined requests`() throws {
        let world = try world(isAutomatic: true)
        let client = try world.connect()

        try client.send(
            (0..<100).map { post($0 % 3 == 0 ? "/late" : "/echo", "\($0)") }.joined())
        let answers = try (0..<100).map { _ in try client.answer().text }

        #expect(answers == (0..<100).map { "\($0)" })
        #expect(world.handler.admitted.count == 100)
    }

    @Test func `comes before the body is asked for`() throws {
        let world = try world()
        let client = try world.connect()
        try client.send(
            "POST /late HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                + "Content-Length: 4\r\n\r\n")
        try world.untilAsked()

        world.arrivals.release()
        _ = try client.take(until: "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("milk" + get("/next"))
        let answers = try [client.answer().text, client.answer().text]

        #expect(answers == ["milk", "hello"])
        #expect(world.handler.admitted == ["/late", "/next"])
    }

    @Test func `may be to refuse the body, which is not waited for`() throws {
        let world = try world(.late(nil))
        let client = try world.connect()
        try client.send("POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n")
        try world.untilAsked()

        world.arrivals.release()
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
    }

    @Test func `has no time-out, and the time of the body begins with it`() throws {
        let world = try world()
        let client = try world.connect()
        try client.send("POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nmil")
        try world.untilAsked()

        try world.pass(1_000)
        world.arrivals.release()
        try world.until(.body)
        try world.pass(19)
        let isOpen = try world.look { $0.open.first?.wait == .body }
        try world.pass(1)
        let answer = try client.answer()

        #expect(isOpen)
        #expect(answer.status == 408)
        #expect(world.handler.seen.map(\.fault) == [.timedOut])
    }

    @Test func `comes to a request whose bytes exceed the limit`() throws {
        let world = try world { $0.bufferedRequestBytes = 100 }
        let client = try world.connect()
        let body = String(repeating: "milk", count: 1_000)
        try client.send(post("/late", body))
        try world.untilAsked()
        try world.until { $0.requestBytes > 100 }

        try world.round()
        world.arrivals.release()

        #expect(try client.answer().text == body)
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `comes to nobody when the client has disconnected`() throws {
        let world = try world()
        let client = try world.connect()
        try client.send(post("/late", "milk"))
        try world.untilAsked()

        try world.lose(client)

        #expect(world.handler.seen == [])
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `is awaited when the server drains`() throws {
        let world = try world()
        let client = try world.connect()
        try client.send(post("/late", "milk"))
        try world.untilAsked()

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        world.arrivals.release()
        let answer = try client.answer()
        let ending = try client.ending()
        client.close()

        #expect(answer.text == "milk")
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    @Test func `takes effect when the client has read earlier responses`() throws {
        let world = try world { $0.unsentResponseBytes = 100_000_000 }
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large") + post("/late", "milk") + get("/next"))
        try world.untilAsked()
        try world.until(.slowReader)

        world.arrivals.release()
        try world.until { [arrivals = world.arrivals] _ in arrivals.waiting == 0 }
        let answers = try (0..<3).map { _ in try client.answer() }

        #expect(answers[0].body == pattern(8_000_000))
        #expect(answers[1...].map(\.text) == ["milk", "hello"])
    }
}
