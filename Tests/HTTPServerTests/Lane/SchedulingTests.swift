import Dispatch
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A lane's schedule` {
    @Test(arguments: [(3, [3]), (4, [4]), (5, [4, 5]), (9, [4, 8, 9])])
    func `serves a few requests of one connection at a time`(count: Int, answered: [Int]) throws {
        let world = try ServerWorld(["/held": .heldBack(1)]) { $0.consecutiveRequests = 4 }
        let (other, client) = try (world.connect(), world.connect())
        let rounds = world.each { $0.count(where: { $0.path == "/mine" }) }

        try world.until { $0.open.count == 2 }
        try world.atOnce(other, [(client, (0..<count).map { _ in get("/mine") }.joined())])
        let answers = try (0..<count).map { _ in try client.answer().text }
        try world.round()

        #expect(answers.allSatisfy { $0 == "hello" })
        #expect(rounds.value == answered)
    }

    @Test func `serves every other connection before it returns to one`() throws {
        let world = try ServerWorld(["/held": .heldBack(1)]) { $0.consecutiveRequests = 4 }
        let (first, many, one) = try (world.connect(), world.connect(), world.connect())
        // A slow acceptor must not determine the order.
        try world.until { $0.open.count == 3 }
        let manyRequests = (0..<50).map { _ in get("/many") }.joined()
        try world.atOnce(first, [(many, manyRequests), (one, get("/one"))])
        _ = try one.answer()
        let answers = try (0..<50).map { _ in try many.answer().text }
        let place = try #require(world.handler.seen.firstIndex { $0.path == "/one" })

        #expect(place <= 5)
        #expect(answers.allSatisfy { $0 == "hello" })
    }

    @Test func `ends a connection's turn with a large answer`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(100_001)]) {
            $0.unsentResponseBytes = 100_000
        }
        let (other, client) = try (world.connect(), world.connect())
        let rounds = world.each { $0.count(where: { $0.path == "/large" }) }

        try world.until { $0.open.count == 2 }
        try world.atOnce(other, [(client, (0..<3).map { _ in get("/large") }.joined())])
        let answers = try (0..<3).map { _ in try client.answer().body }
        try world.round()

        #expect(answers.allSatisfy { $0 == pattern(100_001) })
        #expect(rounds.value == [1, 2, 3])
    }

    @Test func `serves one queued and one new low-priority connection in a round`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(100_001)]) {
            $0.unsentResponseBytes = 100_000
        }
        let other = try world.connect()
        let clients = try (0..<4).map { _ in try world.connect() }
        let rounds = world.each { $0.count(where: { $0.path == "/large" }) }

        try world.until { $0.open.count == 5 }
        try world.atOnce(other, clients.map { ($0, get("/large") + get("/large")) })
        for client in clients + clients { _ = try client.answer() }
        try world.round()

        // Each round serves one new connection and one from the queue.
        #expect(rounds.value == [1, 3, 5, 7, 8])
    }

    @Test func `ends a stream's turn when its time is used up`() throws {
        let (clocks, made) = (ManualClocks(), Box(0))
        let parts = ScriptedHandler.Answer.parts(["milk"]) {
            made.value += 1
            clocks.work(microseconds: 500)
        }
        let world = try ServerWorld(["/parts": parts], clocks: clocks)
        let rounds = world.each { _ in made.value }

        let clients = try (0..<4).map { _ in try world.connect() }
        for client in clients { try client.send(get("/parts")) }
        let answers = try clients.map { try $0.answer().text }
        try world.round()

        // There is a call for the part and one for the end.
        #expect(answers == Array(repeating: "milk", count: 4))
        #expect(rounds.value == [2, 4, 6, 8])
    }

    @Test(arguments: [(499, 0), (500, 1)])
    func `yields the core after each millisecond of work`(
        each: Int, given: Int
    ) throws {
        let clocks = ManualClocks()
        // It is called twice, for the part and for the end.
        let parts = ScriptedHandler.Answer.parts(["milk"]) { clocks.work(microseconds: each) }
        let world = try ServerWorld(["/parts": parts], clocks: clocks)
        let client = try world.connect()

        _ = try client.exchange(get("/parts"))
        try world.round()
        try world.round()

        #expect(clocks.yieldCount == given)
    }

    @Test func `serves open connections before it closes disconnected ones`() throws {
        let world = try ServerWorld(["/held": .heldBack(1)])
        let (other, staying) = try (world.connect(), world.connect())
        let leaving = try (0..<150).map { _ in try world.connect() }
        for client in leaving + [staying] { _ = try client.exchange(get("/")) }
        let left = Box<[Int]>([])
        world.handler.watch(DispatchSemaphore(value: 0)) {
            [handler = world.handler, lane = world.lane] in
            guard handler.seen.last?.path == "/staying" else { return false }
            left.value.append(lane.open.count)
            return false
        }

        let sockets = try world.sockets()
        try world.atOnce(other) {
            for client in leaving { client.close() }
            try world.untilReadable(leaving.count, of: sockets)
            try staying.send(get("/staying"))
            try world.untilReadable(leaving.count + 1, of: sockets)
        }
        let answer = try staying.answer()
        try world.until { $0.open.count == 2 }

        #expect(answer.text == "hello")
        // The first 64 left in the round in which it was answered.
        #expect(left.value.first == 152 - 64)
    }

    @Test func `serves connections with small answers first`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(100_001)]) {
            $0.unsentResponseBytes = 100_000
        }
        let (other, modest) = try (world.connect(), world.connect())
        let many = try (0..<20).map { _ in try world.connect() }
        _ = try modest.exchange(get("/"))

        try world.until { $0.open.count == 22 }
        let large = many.map { ($0, get("/large") + get("/large")) }
        try world.atOnce(other, large + [(modest, get("/modest"))])
        for client in many + many { _ = try client.answer() }
        let answer = try modest.answer()
        let first = world.handler.seen.first { $0.path != "/" && $0.path != "/held" }

        #expect(answer.text == "hello")
        #expect(first?.path == "/modest")
    }

    /// A descriptor that stays open after its connection would be mistaken for a new one, and
    /// closed a second time when it belongs to another file.
    @Test func `releases the slot of a queued connection that closed`() throws {
        let (isIn, goOn, fills) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Box(0))
        let parts = [String](repeating: String(repeating: "milk", count: 8_200), count: 100)
        let holding = ScriptedHandler.Answer.parts(parts) {
            fills.value += 1
            guard fills.value == 2 else { return }
            isIn.signal()
            goOn.wait()
        }
        let world = try ServerWorld([
            "/held": .heldBack(1), "/holding": holding, "/parts": .parts(parts),
        ]) {
            $0.connections = 4
            $0.unsentResponseBytes = 1
        }
        let clients = try (0..<4).map { _ in try world.connect() }
        // Connections that were answered before are served in the order of arrival.
        for client in clients { _ = try client.exchange(get("/")) }
        try world.atOnce(
            clients[0],
            [
                (clients[1], get("/holding")), (clients[2], get("/parts")),
                (clients[3], get("/parts")),
            ])

        // The others are after it in the queue, and the last of them disconnects.
        isIn.wait()
        clients[2].reset()
        goOn.signal()
        try world.until { $0.open.count == 3 }
        try world.round()
        try world.round()
        let newcomer = try world.connect()
        let answer = try newcomer.exchange(get("/"))
        let surplus = try world.connect().ending()
        newcomer.close()

        #expect(answer.status == 200)
        #expect(surplus == WireClient.Ending("no room"))
    }

    @Test func `skips connections that closed`() throws {
        let world = try ServerWorld(["/held": .heldBack(1)]) { $0.consecutiveRequests = 1 }
        let (client, other) = try (world.connect(), world.connect())

        try client.send(get("/") + get("/held") + (0..<50).map { _ in get("/many") }.joined())
        try world.handler.untilHeld()
        client.reset()
        world.handler.release()
        try world.until { $0.open.count == 1 && $0.readyQueue.isEmpty }
        try other.send(get("/other"))
        let answer = try other.answer()

        #expect(answer.text == "hello")
        #expect(world.handler.seen.count < 52)
    }

    @Test func `continues after a deferred answer and after a slow reader`()
        throws
    {
        let world = try ServerWorld(["/later": .deferred, "/large": .large(8_000_000)]) {
            $0.consecutiveRequests = 2
        }
        let client = try world.connect(receiveBuffer: 200_000)
        let turns = ["/a", "/b", "/later", "/c", "/d", "/e", "/large", "/f", "/g", "/h"]

        try client.send(turns.map { get($0) }.joined())
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        world.handler.reply(to: "/later", "at last")
        let sizes = try turns.map { _ in try client.answer().body.count }

        #expect(sizes == [5, 5, 7, 5, 5, 5, 8_000_000, 5, 5, 5])
        #expect(world.handler.seen.map(\.path) == turns)
    }

    @Test func `continues while the server drains`() throws {
        let world = try ServerWorld(["/later": .deferred]) { $0.consecutiveRequests = 1 }
        let client = try world.connect()

        try client.send(get("/later") + (0..<9).map { _ in get("/") }.joined())
        try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
        let isDone = world.drain()
        try world.until { $0.drainDeadline != nil }
        world.handler.reply(to: "/later", "at last")
        let answers = try (0..<10).map { _ in try client.answer() }
        let ending = try client.ending()
        client.close()
        isDone.wait()

        #expect(answers.map(\.status) == Array(repeating: 200, count: 10))
        #expect(answers.map { $0["Connection"] } == Array(repeating: nil, count: 9) + ["close"])
        #expect(ending == WireClient.Ending())
    }
}

@Suite struct `The number of requests on a connection` {
    @Test func `is not limited`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send((0..<1000).map { _ in get("/") }.joined())
        let answers = try (0..<1000).map { _ in try client.answer() }

        #expect(answers.allSatisfy { $0["Connection"] == nil })
    }
}
