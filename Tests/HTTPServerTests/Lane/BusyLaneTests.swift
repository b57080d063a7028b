import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A late lane` {
    @Test func `closes no connection with an unread request`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(100_001)]) {
            $0.unsentResponseBytes = 100_000
        }
        let other = try world.connect()
        let clients = try (0..<2).map { _ in try world.connect() }
        try world.until { $0.open.count == 3 }
        try other.send(get("/held"))
        try world.handler.untilHeld()

        // Their time-outs expire in a round that has time for one of them.
        for client in clients { try client.send(get("/large")) }
        world.clocks.advance(milliseconds: 75_000)
        world.handler.release()
        let statuses = try clients.map { try $0.answer().status }

        #expect(statuses == [200, 200])
    }

    @Test func `does not extend a body's time-out in a round without capacity`() throws {
        let world = try ServerWorld(["/held": .heldBack(1), "/large": .large(100_001)]) {
            $0.unsentResponseBytes = 100_000
        }
        let (other, large, slow) = try (world.connect(), world.connect(), world.connect())
        try slow.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\na")
        try world.until(.body)
        try world.until { $0.open.count == 3 }
        try world.pass(15)

        try world.atOnce(other, [(large, get("/large")), (slow, "b")])
        _ = try large.answer()
        try slow.send("c")
        try world.until(.body)
        let rest = try world.look { lane in
            lane.open.first { $0.wait == .body }.map { $0.deadline - lane.now }
        }

        #expect(rest == 5_000)
    }
}
