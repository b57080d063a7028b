import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A client that waits` {
    @Test func `for a deferred answer has no time-out`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send(get("/later"))
        try world.until(.answer)

        for _ in 0..<100 { try world.pass(100) }
        world.handler.reply(to: "/later", "at last")
        let answer = try client.answer()

        #expect(answer.text == "at last")
    }

    @Test func `for a deferred answer has no time-out after it read slowly`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000), "/later": .deferred])
        let client = try world.connect(receiveBuffer: 200_000)
        try client.send(get("/large") + get("/later"))
        try world.until(.slowReader)
        let large = try client.answer()
        try world.until(.answer)

        for _ in 0..<3 { try world.pass(100) }
        world.handler.reply(to: "/later", "at last")
        let answer = try client.answer()

        #expect(large.body == pattern(8_000_000))
        #expect(answer.text == "at last")
    }

    @Test func `for a slow stream waits longer than the time-out of readers`() throws {
        let clocks = ManualClocks()
        let parts = (0..<11).map { "\($0)" + String(repeating: "a", count: 200_000) }
        let world = try ServerWorld(
            ["/parts": .parts(parts) { clocks.advance(milliseconds: 10_000) }], clocks: clocks)
        let client = try world.connect()

        try client.send(get("/parts"))
        let answer = try client.answer()

        #expect(answer.text == parts.joined())
    }

    @Test func `for a stream is cut off at the time-out of responses`() throws {
        let clocks = ManualClocks()
        let parts = (0..<40).map { "\($0)" + String(repeating: "a", count: 200_000) }
        let world = try ServerWorld(
            ["/parts": .parts(parts) { clocks.advance(milliseconds: 10_000) }], clocks: clocks)
        let client = try world.connect()

        try client.send(get("/parts"))
        let ending = try client.ending()

        #expect(ending.wasReset)
        #expect(ending.bytes.count < 15 * 200_000)
        try world.until { $0.open.isEmpty }
    }
}
