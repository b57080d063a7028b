import Dispatch
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

/// The handler resumes the stream when it advances; its first part has the head.
@Suite struct `A stream that is resumed` {
    @Test func `continues when more has arrived`() throws {
        let world = try world([("/parts", .partsLate(["milk", "bread", "tea"]))])
        let client = try world.connect()

        try client.send(get("/parts") + get("/next"))
        let answers = try [client.answer().text, client.answer().text]
        try world.round()

        #expect(answers == ["milkbreadtea", "hello"])
        #expect(world.logged.first?.contains(" 200 ") == true)
    }

    @Test func `sends nothing for commits meanwhile`() throws {
        let script = LiveScript("milk")
        let world = try world([("/live", .liveLate(script))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/live"))
        try world.untilAsked()

        for _ in 0..<5 {
            world.server.receiveRevisionSignal()
            try world.round()
        }

        #expect(script.fills == 0)
        #expect(world.arrivals.waiting == 1)
    }

    @Test func `misses no commit meanwhile`() throws {
        let script = LiveScript("milk")
        let world = try world([("/live", .liveLate(script))])
        let client = try listener(to: world)

        try commit(300, to: script, of: world, read: client)

        #expect(try world.look { $0.now } == 1_000_000)
    }

    @Test func `is removed when its client disconnects`() throws {
        let script = LiveScript("milk")
        let world = try world([("/live", .liveLate(script))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/live"))
        try world.untilAsked()

        try world.lose(client)

        #expect(script.fills == 0)
        #expect(try world.look { ($0.liveStreams, $0.waitingStreams) } == (0, 0))
        #expect(world.metrics.lanes[0].inFlight.value == 0)
    }

    @Test func `has no heartbeat before its head`() throws {
        let world = try world([("/live", .liveLate(LiveScript("milk")))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/live"))
        try world.untilAsked()

        client.finishSending()
        try world.until { $0.open.first?.interest == [] }
        for _ in 0..<31 { try world.pass(1) }
        world.arrivals.release()
        let beginning = try client.take(until: chunk("milk"))

        #expect(beginning.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `begins and ends when the server drains before its head`() throws {
        let world = try world([("/live", .liveLate(LiveScript("milk")))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/live"))
        try world.untilAsked()

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        try world.round()
        world.arrivals.release()
        let answer = try client.answer()
        client.close()

        #expect(answer.status == 200)
        #expect(done.wait(timeout: .now() + .seconds(60)) == .success)
    }
}
