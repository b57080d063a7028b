@testable import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A client that reads slowly` {
    @Test func `gets a large answer completely`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/large"))
        try world.until(.slowReader)
        let answer = try client.answer()
        try client.send(get("/"))
        let next = try client.answer()

        #expect(answer.body == pattern(8_000_000))
        #expect(next.text == "hello")
    }

    @Test func `is not read from until it has read`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send((0..<5).map { _ in get("/large") }.joined())
        try world.until(.slowReader)
        let asked = world.handler.seen.count
        let (held, interest) = try world.look {
            ($0.open.map(\.output.count).reduce(0, +), $0.open.map(\.interest))
        }
        let answers = try (0..<5).map { _ in try client.answer().body }

        #expect(asked == 1)
        #expect(held <= 8_001_000)
        #expect(interest == [.write])
        #expect(answers.allSatisfy { $0 == pattern(8_000_000) })
    }

    @Test func `delays its stream`() throws {
        let part = String(repeating: "milk and bread, ", count: 1024)
        let made = Box(0)
        let parts = ScriptedHandler.Answer.parts((0..<1000).map { _ in part }) { made.value += 1 }
        let world = try ServerWorld(["/parts": parts])
        let client = try world.connect(receiveBuffer: 200_000)
        let held = world.maximum { $0.open.map(\.output.count).reduce(0, +) }

        try client.send(get("/parts", "Connection: close\r\n"))
        try world.until(.slowReader)
        var before = -1
        while made.value != before {
            before = made.value
            try world.round()
        }
        let madeInAdvance = made.value
        let answer = TestResponse(try client.ending().bytes)

        // The socket buffers of the client and the server hold 1.6 MB of 16 MB.
        #expect(madeInAdvance < 100)
        #expect(made.value == 1001)
        #expect(held.value < 65_536)
        #expect(answer.body.count == 1000 * part.utf8.count)
    }

    @Test func `gets its last answer before the connection ends`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/large", "Connection: close\r\n"))
        try world.until(.slowReader)
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.body == pattern(8_000_000))
        #expect(ending == WireClient.Ending())
    }

    // proves: limits-6
    @Test func `does not delay others`() throws {
        let world = try ServerWorld(["/large": .large(8_000_000)])
        let (slow, quick) = try (world.connect(receiveBuffer: 200_000), world.connect())

        try slow.send(get("/large"))
        try world.until(.slowReader)
        try quick.send(get("/"))
        let answer = try quick.answer()

        #expect(answer.text == "hello")
    }
}
