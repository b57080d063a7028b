import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A client that keeps the server waiting` {
    @Test func `for the end of a head is told so and left`() throws {
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

    // proves: service-13
    @Test func `ends with few others in one round, so that no other waits for all of them`() throws
    {
        let world = try ServerWorld()
        let clients = try (0..<150).map { _ in try world.connect() }
        try world.until { $0.open.count == 150 }
        let ended = world.maximum { $0.closed.count }

        try world.pass(75)
        let endings = try clients.map { try $0.ending() }

        #expect(endings.allSatisfy { $0 == WireClient.Ending() })
        #expect((1...64).contains(ended.value))
        #expect(try world.look { !$0.timeouts.hasExpired })
    }

    @Test func `for the end of a HEAD is told so without content`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send("HEAD / HT")
        try world.until(.head)

        try world.pass(10)
        let answer = try client.answer(toHead: true)
        let ending = try client.ending()

        #expect(answer.status == 408)
        #expect(ending == WireClient.Ending())
    }

    @Test func `is not helped by single bytes`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        for second in 0..<10 {
            try client.send("G")
            try world.until { $0.open.first?.input.count == second + 1 }
            try world.pass(1)
        }
        let answer = try client.answer()

        #expect(answer.status == 408)
    }

    @Test(arguments: [
        (post("/echo", String(repeating: "a", count: 4)), 1, 20),
        (post("/echo", String(repeating: "a", count: 655_361)), 655_360, 30),
        (post("/echo", chunks: ["milk"]), 1, 20),
    ])
    func `for the end of a body is told so and left, the later the more of it has come`(
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

    @Test func `for the end of a body is answered before the handler ends the round`() throws {
        let world = try ServerWorld()
        let client = try world.connect()
        try client.send(String(post("/", "milk").dropLast()))
        try world.until(.body)

        try world.pass(20)
        let seenAtRoundEnd = world.handler.seenAtRoundEnd

        #expect(seenAtRoundEnd == 1)
    }

    // proves: service-9
    @Test(arguments: ["", get("/")])
    func `for a request is left without a word`(request: String) throws {
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

    @Test func `has its time anew with every request`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        for _ in 0..<5 {
            try world.pass(60)
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
        }
    }

    @Test(arguments: [
        (get("/echo"), "head"), (post("/echo", "milk"), "body"),
        (post("/echo", chunks: ["milk", "bread"]), "body"),
    ])
    func `has its time anew for every one of many requests sent at once`(
        request: String, wait: String
    ) throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let (begin, end) = (String(request.dropLast(3)), String(request.suffix(3)))
        try client.send(begin)

        for _ in 0..<10 {
            try world.until(wait == "head" ? .head : .body)
            try world.pass(9)
            try client.send(end + begin)
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `for taking an answer is cut off`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large"))
        try world.until(.reader)

        // What the two kernels still pass on between them gives the client its time anew.
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

    @Test func `for taking an answer has its time anew with every part it takes`() throws {
        let world = try ServerWorld(["/large": .large(32_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large"))
        try world.until(.reader)

        var taken = 0
        for _ in 0..<3 {
            try world.pass(20)
            let sent = try world.look { $0.open.first?.outputSent ?? 0 }
            taken += try client.take(3_000_000).count
            try world.until { ($0.open.first?.outputSent ?? 0) > sent }
        }
        while taken < 32_000_000 { taken += try client.take(1).count }
        try world.until(.request)
        try client.send(get("/"))
        let answer = try client.answer()

        #expect(answer.text == "hello")
    }

    @Test func `for taking an answer may not do so for ever`() throws {
        let world = try ServerWorld(["/large": .large(32_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large"))
        try world.until(.reader)

        for _ in 0..<4 {
            try world.pass(29)
            let sent = try world.look { $0.open.first?.outputSent ?? 0 }
            while try world.look({ $0.open.first?.outputSent }) == sent { _ = try client.take(1) }
        }
        try world.pass(3.999)
        let isThere = try world.look { $0.open.first?.wait == .reader }
        try world.pass(0.001)
        let ending = try client.ending()

        #expect(isThere)
        #expect(ending.wasReset)
    }

    @Test func `with the end of its connection is left`() throws {
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

    @Test func `longer than the horizon of the timers is left in time`() throws {
        let world = try ServerWorld { $0.idleSeconds = 1000 }
        let client = try world.connect()
        try world.until(.request)

        for _ in 0..<9 { try world.pass(111) }
        let isThere = try world.look { $0.open.count == 1 }
        try world.pass(1)
        let ending = try client.ending()

        #expect(isThere)
        #expect(ending == WireClient.Ending())
    }
}
