import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A time-out` {
    @Test func `of a head answers 408 and closes the connection`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send("GET / HT")
        try world.until(.head)

        try world.pass(9.999)
        let isThere = try world.look { $0.open.first?.wait == .head }
        try world.pass(0.001)
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(isThere)
        #expect(answer.status == 408)
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen == [])
    }

    // proves: limits-6
    @Test func `of a head is not moved by its bytes`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        let head = Array("GET / HTTP/1.1".utf8)

        for (second, byte) in head.prefix(10).enumerated() {
            try client.send([byte])
            try world.until { $0.open.first?.requestBytes == second + 1 }
            try world.pass(1)
        }
        let answer = try client.answer()

        #expect(answer.status == 408)
        #expect(world.handler.seen == [])
    }

    // proves: limits-6
    @Test func `closes a few connections in each round`() throws {
        let world = try ServerWorld()
        let clients = try (0..<150).map { _ in try world.connect() }
        try world.until { $0.open.count == 150 }
        let ended = world.maximum { $0.closed.count }

        try world.pass(75)
        let endings = try clients.map { try $0.ending() }

        #expect(endings.allSatisfy { $0 == WireClient.Ending() })
        #expect((1...64).contains(ended.value))
        #expect(try world.look { !$0.deadlines.hasExpired })
    }

    @Test(arguments: [
        (post("/echo", String(repeating: "a", count: 4)), 1, 20),
        (post("/echo", String(repeating: "a", count: 655_361)), 655_360, 30),
        (post("/echo", chunks: ["milk"]), 1, 20),
    ])
    func `of a body answers 408, later for a longer body`(
        request: String, bytes: Int, seconds: Double
    ) throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        try client.send(Array(request.utf8.dropLast()))
        try world.until { ($0.open.first?.requestBytes ?? 0) >= bytes }
        try world.until(.body)

        try world.pass(seconds - 0.001)
        let isThere = try world.look { $0.open.first?.wait == .body }
        try world.pass(0.001)
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(isThere)
        #expect(answer.text == "timedOut")
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen == [.init(path: "/echo", fault: .timedOut)])
        try world.until { $0.requestBytes == 0 }
    }

    @Test func `of a body answers before the handler ends the round`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send(String(post("/", "milk").dropLast()))
        try world.until(.body)

        try world.pass(20)
        let seenAtRoundEnd = world.handler.seenAtRoundEnd

        #expect(seenAtRoundEnd == 1)
    }

    // proves: limits-6
    @Test(arguments: ["", get("/")])
    func `of an idle connection closes it without an answer`(request: String) throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send(request)
        if !request.isEmpty { _ = try client.answer() }
        try world.until(.request)

        try world.pass(74.999)
        let isThere = try world.look { $0.open.count == 1 }
        try world.pass(0.001)
        let ending = try client.ending()

        #expect(isThere)
        #expect(ending == WireClient.Ending())
    }

    @Test func `of a reader cuts the answer off`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large"))
        try world.until(.slowReader)

        // Bytes that still move between the two kernel buffers restart the client's time-out.
        var patience: [Int] = []
        while let wait = try world.look({ $0.open.first.map { ($0.waitingSince, $0.deadline) } }) {
            patience.append(wait.1 - wait.0)
            try world.pass(29.999)
            #expect(try world.look { $0.open.count } == 1)
            try world.pass(0.001)
        }
        let ending = try client.ending()

        #expect(patience.allSatisfy { $0 == 30_000 })
        #expect(ending.wasReset)
        #expect(ending.bytes.count < 8_000_000)
    }

    @Test func `of a response cuts it off although its client reads`() throws {
        let world = try ServerWorld(["/large": .large(32_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large"))
        try world.until(.slowReader)

        for _ in 0..<4 {
            try world.pass(29)
            let sent = try world.look { $0.open.first?.outputSent ?? 0 }
            while try world.look({ $0.open.first?.outputSent }) == sent { _ = try client.take(1) }
        }
        try world.pass(3.999)
        let isThere = try world.look { $0.open.first?.wait == .slowReader }
        try world.pass(0.001)
        let ending = try client.ending()

        #expect(isThere)
        #expect(ending.wasReset)
    }

    @Test func `of a closing connection disconnects it`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send(get("/", "Connection: close\r\n"))
        let answer = try client.answer()
        try world.until(.linger)

        for _ in 0..<4 {
            try client.send(String(repeating: "a", count: 10_000))
            try world.pass(0.5)
        }

        #expect(answer.status == 200)
        try world.until { $0.open.isEmpty }
    }
}
