@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A connection` {
    @Test func `answers one request after the other`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()

        try client.send(get("/"))
        let first = try client.answer()
        try client.send(post("/echo", "milk"))
        let second = try client.answer()

        #expect(first.status == 200)
        #expect(first.text == "hello")
        #expect(first["Connection"] == nil)
        #expect(second.text == "milk")
        #expect(world.handler.seen == [.init(path: "/"), .init(path: "/echo", body: "milk")])
    }

    @Test func `ends after the answer when the client sends Connection close`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/", "Connection: close\r\n") + get("/never"))
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen == [.init(path: "/")])
    }

    @Test func `of HTTP/1.0 ends after the answer`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send("GET / HTTP/1.0\r\n\r\n")
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer["Connection"] == "close")
        #expect(answer.text == "hello")
        #expect(ending == WireClient.Ending())
    }

    @Test func `of HTTP/1.0 stays open with keep-alive`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let first = try client.answer()
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let second = try client.answer()

        #expect(first["Connection"] == "keep-alive")
        #expect(second["Connection"] == "close")
    }

    @Test func `answers HEAD without content`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/", method: "HEAD") + get("/"))
        let head = try client.answer(toHead: true)
        let whole = try client.answer()

        #expect(head["Content-Length"] == "5")
        #expect(whole.text == "hello")
    }

    @Test func `has the current Date in each answer`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/"))
        let before = try client.answer()
        world.clocks.advance(milliseconds: 23_000)
        try client.send(get("/"))
        let after = try client.answer()

        #expect(before["Date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(after["Date"] == "Sun, 06 Nov 1994 08:50:00 GMT")
    }

    @Test func `echoes the request's id or makes a unique one`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/", "X-Request-Id: mine\r\n") + get("/") + get("/"))
        let ids = try (0..<3).map { _ in try client.answer()["X-Request-Id"] ?? "" }

        #expect(ids[0] == "mine")
        #expect(ids[1].count == 16)
        #expect(ids[2].count == 16)
        #expect(ids[1] != ids[2])
    }

    @Test func `reads a request in single bytes`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let request = Array(post("/echo", "milk").utf8)

        for (count, byte) in request.enumerated() {
            try client.send([byte])
            if count + 1 < request.count {
                try world.until { $0.open.first?.input.count == count + 1 }
            }
        }
        let answer = try client.answer()

        #expect(answer.text == "milk")
        #expect(world.handler.seen.count == 1)
    }

    @Test func `has TCP_NODELAY`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/"))
        _ = try client.answer()
        let sockets = try world.look { $0.open.map { $0.socket.number } }

        #expect(sockets.map(sendsAtOnce) == [true])
    }

    @Test func `owns no buffers while it is idle`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()

        try client.send(post("/echo", String(repeating: "a", count: 300_000)))
        _ = try client.answer()
        try client.send(post("/echo", chunks: ["milk", "bread"]))
        _ = try client.answer()
        let capacities = try world.look {
            $0.open.flatMap { [$0.input.capacity, $0.unchunked.capacity, $0.output.capacity] }
        }

        #expect(capacities == [0, 0, 0])
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `begins the handler once, before the first request`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/1") + get("/2"))
        _ = try (client.answer(), client.answer())
        try world.round()

        #expect(world.handler.begun == [0])
    }

    @Test func `ends the handler's round after its requests`() throws {
        let world = try ServerWorld()
        let client = try world.connect()

        try client.send(get("/1") + get("/2"))
        _ = try (client.answer(), client.answer())
        try world.round()

        #expect(world.handler.seenAtRoundEnd == 2)
    }
}
