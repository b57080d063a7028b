import Dispatch
@testable import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite struct `A draining server` {
    @Test func `is done without connections`() throws {
        let world = try ServerWorld(lanes: 2)

        let done = world.drain()

        #expect(done.isSignalled)
    }

    @Test func `closes idle connections`() throws {
        let world = try ServerWorld()
        let (used, new) = try (world.connect(), world.connect())
        try used.send(get("/"))
        _ = try used.answer()

        let done = world.drain()
        let endings = try [used.ending(), new.ending()]

        #expect(endings == [WireClient.Ending(), WireClient.Ending()])
        #expect(done.isSignalled)
    }

    // Some clients send an empty line after their body, which is not another request.
    @Test(arguments: ["", "\r\n", "\r\n\r\n"])
    func `sends pending answers and then closes`(behind: String) throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send(get("/later") + behind)
        try world.until(.answer)

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        world.handler.reply(to: "/later", "at last")
        let answer = try client.answer()
        let ending = try client.ending()
        client.close()

        #expect(answer.text == "at last")
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    // proves: operation-2
    @Test func `answers a request that was sent before the drain`() throws {
        let world = try ServerWorld(["/held": .heldBack(10)])
        let (one, other) = try (world.connect(), world.connect())
        try other.send(get("/"))
        _ = try other.answer()
        try one.send(get("/held"))
        try other.send(get("/sent"))

        let done = world.drain()
        world.handler.release()
        let answers = try [one.answer(), other.answer()]
        let endings = try [one.ending(), other.ending()]
        one.close()
        other.close()

        #expect(answers.map(\.status) == [200, 200])
        #expect(endings == [WireClient.Ending(), WireClient.Ending()])
        #expect(done.isSignalled)
    }

    @Test func `answers all pipelined requests and closes after the last`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send(get("/later") + get("/2") + get("/later") + get("/4"))
        try world.until(.answer)

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        for _ in 0..<2 {
            try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
            world.handler.reply(to: "/later", "at last")
        }
        let answers = try (0..<4).map { _ in try client.answer() }
        let ending = try client.ending()
        client.close()

        #expect(answers.map(\.text) == ["at last", "hello", "at last", "hello"])
        #expect(answers.map { $0["Connection"] } == [nil, nil, nil, "close"])
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    // proves: operation-2
    @Test func `answers a request that was sent during a stream`() throws {
        let (isInFlight, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let fills = Atomic(0)
        // Each part takes a turn, and most of these turns are in rounds without an event.
        let parts = Array(repeating: String(repeating: "x", count: 40_000), count: 5)
        let world = try ServerWorld([
            "/parts": .parts(parts) {
                guard fills.add(1, ordering: .relaxed).oldValue == 0 else { return }
                isInFlight.signal()
                goOn.wait()
            }
        ])
        let client = try world.connect()
        try client.send(get("/parts"))
        isInFlight.wait()
        try client.send(get("/next"))

        let done = world.drain()
        // The server notifies the lane from another thread, at any time.
        world.lane.drain()
        goOn.signal()
        let answers = try [client.answer(), client.answer()]
        let ending = try client.ending()
        client.close()

        #expect(answers[0].text == parts.joined())
        #expect(answers[1].text == "hello")
        #expect(answers[1]["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    @Test(arguments: ["", "\r\n", "\r\n\r\n"])
    func `waits for a body in transit`(behind: String) throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nmi")
        try world.until(.body)

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        for _ in 0..<3 { try world.round() }
        try client.send("lk" + behind)
        let answer = try client.answer()
        client.close()

        #expect(answer.text == "milk")
        #expect(answer["Connection"] == "close")
        #expect(done.isSignalled)
    }

    @Test func `starts the drain during another wake-up`() throws {
        let world = try ServerWorld(["/held": .heldBack(10)])
        let (one, other) = try (world.connect(), world.connect())
        try world.until { $0.open.count == 2 }
        try one.send(get("/held"))
        try world.handler.untilHeld()

        // The lane finds a request and a wake-up together, and the drain begins between the two.
        try other.send(get("/held"))
        world.lane.mailbox.wake()
        world.handler.release()
        try world.handler.untilHeld()
        world.lane.drain()
        world.handler.release()
        _ = try (one.answer(), other.answer())
        let endings = try [one.ending(), other.ending()]

        #expect(endings == [WireClient.Ending(), WireClient.Ending()])
    }

    @Test func `completes a stream`() throws {
        let parts = (0..<1000).map { "\($0), " + String(repeating: "a", count: 10_000) }
        let world = try ServerWorld(["/parts": .parts(parts)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/parts"))
        try world.until(.slowReader)

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text == parts.joined())
        #expect(ending == WireClient.Ending())
        #expect(done.isSignalled)
    }

    @Test func `refuses new connections`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send(get("/later"))
        try world.until(.answer)

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }

        #expect(throws: WireClient.Failure.self) { try world.connect() }
        world.handler.reply(to: "/later", "at last")
        _ = try client.ending()
        client.close()
        #expect(done.isSignalled)
    }

    @Test func `serves connections from before the drain`() throws {
        let world = try ServerWorld(["/held": .heldBack(10)])
        let first = try world.connect()
        try first.send(get("/held"))
        let second = try world.connect()
        try second.send(get("/"))

        let done = world.drain()
        world.handler.release()
        let answer = try second.answer()
        first.close()
        second.close()

        #expect(answer.text == "hello")
        #expect(done.isSignalled)
    }

    @Test func `is not kept open by a late request`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try world.until(.request)
        let (isQuiet, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let rounds = Box(0)
        world.handler.watch(isQuiet) { [lane = world.lane] in
            if lane.drainDeadline != nil { rounds.value += 1 }
            return rounds.value == 2
        }
        world.handler.watch(DispatchSemaphore(value: 0)) {
            if rounds.value == 2 { goOn.wait() }
            return rounds.value == 2
        }

        let done = world.drain()
        isQuiet.wait()
        try client.send(get("/late"))
        goOn.signal()
        let ending = try client.ending()

        #expect(ending.bytes == [])
        #expect(done.isSignalled)
        #expect(world.handler.seen == [])
    }

    // proves: operation-2
    @Test func `stops at its deadline`() throws {
        let world = try ServerWorld(["/later": .deferred, "/large": .large(8_000_000)])
        let (waiting, slow) = try (world.connect(), world.connect(receiveBuffer: 200_000))
        try waiting.send(get("/later"))
        try slow.send(get("/large"))
        try world.until { Set($0.open.map(\.wait)) == [.answer, .slowReader] }

        let done = world.drain()
        try world.until { $0.drainDeadline != nil }
        try world.pass(9.999)
        let open = try world.look { $0.open.count }
        world.clocks.advance(milliseconds: 1)
        let endings = try [waiting.ending(), slow.ending()]

        #expect(open == 2)
        #expect(endings.map(\.wasReset) == [false, true])
        #expect(done.isSignalled)
    }
}

extension DispatchSemaphore {
    /// Whether the semaphore is signalled. The time-out prevents the test from hanging.
    var isSignalled: Bool { wait(timeout: .now() + .seconds(60)) == .success }
}
