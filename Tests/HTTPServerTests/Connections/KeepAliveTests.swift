@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A connection` {
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
