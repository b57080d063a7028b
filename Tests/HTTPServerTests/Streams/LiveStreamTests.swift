@testable import HTTPServer
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite struct `A live stream` {
    private let script = LiveScript("milk")

    private func world(_ adjust: (inout Limits) -> Void = { _ in }) throws -> ServerWorld {
        try ServerWorld(["/live": .live(script)], adjust)
    }

    @Test func `sends its current content at once and new content after each wake-up`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        script.add("bread")
        world.server.receiveRevisionSignal()
        let bread = try client.take(until: chunk("bread"))
        script.add("tea")
        world.server.receiveRevisionSignal()
        let tea = try client.take(until: chunk("tea"))

        #expect(bread == chunk("bread"))
        #expect(tea == chunk("tea"))
    }

    @Test func `is polled once for each commit and not in between`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }
        let before = script.fills

        for _ in 0..<50 { try world.round() }
        let still = script.fills
        world.server.receiveRevisionSignal()
        try world.until { [script] in $0.waitingStreams == 1 && script.fills > before }
        for _ in 0..<50 { try world.round() }
        client.close()

        #expect(before == 2)
        #expect(still == before)
        #expect(script.fills == before + 1)
    }

    @Test func `does not wake lanes without live streams`() throws {
        let world = try world()
        let client = try listener(to: world)
        client.reset()
        try world.until { $0.open.isEmpty }
        let left = try world.look { ($0.liveStreams, $0.waitingStreams) }
        world.server.receiveRevisionSignal()

        let awaitsRevisionSignal = world.lane.awaitsRevisionSignal.load(ordering: .relaxed)

        #expect(left == (0, 0))
        #expect(!awaitsRevisionSignal)
    }

    @Test func `is polled every quarter of a second without a commit`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }
        script.add("bread")

        try world.pass(0.249)
        try world.round()
        let fills = script.fills
        try world.pass(0.001)
        let bread = try client.take(until: chunk("bread"))

        #expect(fills == 2)
        #expect(bread == chunk("bread"))
    }

    @Test(arguments: [0, 0.001, 0.999])
    func `sends a heartbeat every fifteen seconds`(fraction: Double) throws {
        let world = try world()
        try world.pass(fraction)
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        for _ in 0..<14 { try world.pass(1) }
        script.add("bread")
        world.server.receiveRevisionSignal()
        let bread = try client.take(until: chunk("bread"))
        try world.until { $0.waitingStreams == 1 }
        for _ in 0..<15 { try world.pass(1) }
        let first = try client.take(until: chunk("."))
        for _ in 0..<15 { try world.pass(1) }
        let second = try client.take(until: chunk("."))

        #expect([bread, first, second] == [chunk("bread"), chunk("."), chunk(".")])
    }

    // proves: sync-5
    @Test func `has no time-out while its client is connected`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        var heartbeats = 0
        for _ in 0..<120 {
            try world.pass(15)
            _ = try client.take(until: chunk("."))
            heartbeats += 1
        }
        script.add("bread")
        world.server.receiveRevisionSignal()

        #expect(try client.take(until: chunk("bread")) == chunk("bread"))
        #expect(heartbeats == 120)
    }

    @Test func `may exceed the time-out of responses while its client reads`() throws {
        let world = try world()
        let client = try listener(to: world, receiveBuffer: 4_096)
        try world.until { $0.waitingStreams == 1 }
        for _ in 0..<1_000 { script.add(String(repeating: "bread and ", count: 3_000)) }
        world.server.receiveRevisionSignal()

        for _ in 0..<12 {
            try world.until(.slowReader)
            try world.pass(20)
            // More than one turn's output and the socket buffers.
            var taken = 0
            while taken < 1 << 20 { taken += try client.take(1).count }
        }

        #expect(try world.look { $0.open.count } == 1)
        #expect(Limits().responseSeconds < 12 * 20)
    }

    // proves: sync-5
    @Test func `is cut off when its client does not read`() throws {
        let world = try world()
        let client = try listener(to: world, receiveBuffer: 4_096)
        try world.until { $0.waitingStreams == 1 }
        for _ in 0..<1_000 { script.add(String(repeating: "bread and ", count: 3_000)) }

        world.server.receiveRevisionSignal()
        try world.until { $0.open.first?.wait == .slowReader }
        let held = try world.look { $0.responseBytes }
        try world.pass(29)
        let open = try world.look { $0.open.count }
        try world.pass(1)
        try world.until { $0.open.isEmpty }

        #expect(held < 65_536 + 30_000)
        #expect(open == 1)
        #expect(try client.ending().wasReset)
        #expect(script.fills < 100)
    }

    @Test func `does not delay other connections, among many streams`() throws {
        let world = try world()
        let clients = try (0..<100).map { _ in try listener(to: world) }
        try world.until { $0.waitingStreams == 100 }
        let other = try world.connect()

        script.add("bread")
        world.server.receiveRevisionSignal()
        let answer = try other.exchange(get("/"))
        let heard = try clients.map { try $0.take(until: chunk("bread")) }

        #expect(answer.text == "hello")
        #expect(heard == Array(repeating: chunk("bread"), count: 100))
    }

    @Test func `that ends leaves its connection usable`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        script.end()
        world.server.receiveRevisionSignal()
        let end = try client.take(until: "0\r\n\r\n")
        let next = try client.exchange(get("/"))

        #expect(end == "0\r\n\r\n")
        #expect(next.text == "hello")
        #expect(try world.look { $0.liveStreams } == 0)
    }

    @Test func `ends with its last chunk when the server drains`() throws {
        let world = try world()
        let clients = try (0..<20).map { _ in try listener(to: world) }
        try world.until { $0.waitingStreams == 20 }

        let done = world.drain()
        let endings = try clients.map { try $0.ending() }
        for client in clients { client.close() }

        #expect(endings == Array(repeating: WireClient.Ending("0\r\n\r\n"), count: 20))
        #expect(done.wait(timeout: .now() + .seconds(60)) == .success)
    }

    @Test func `ends when its client disconnects`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        client.close()

        try world.until { $0.open.isEmpty }
        #expect(try world.look { $0.waitingStreams } == 0)
    }

    @Test func `continues for a client that half-closes`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }

        client.finishSending()
        let sign = try client.take(until: chunk("."))
        for _ in 0..<20 { try world.round() }
        script.add("bread")
        world.server.receiveRevisionSignal()
        let bread = try client.take(until: chunk("bread"))

        #expect(sign == chunk("."))
        #expect(bread == chunk("bread"))
    }

    @Test func `that returns more without output does not delay others`() throws {
        let world = try world()
        let client = try listener(to: world)
        try world.until { $0.waitingStreams == 1 }
        let other = try world.connect()

        script.lie()
        world.server.receiveRevisionSignal()
        try world.until { [script] _ in script.fills > 10 }
        let answer = try other.exchange(get("/"))
        client.reset()
        try world.until { $0.open.count == 1 }

        #expect(answer.text == "hello")
    }
}
