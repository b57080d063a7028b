@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A streamed answer` {
    @Test func `arrives completely, in chunks`() throws {
        let world = try ServerWorld(["/parts": .parts(["milk", "", "bread"])])
        let client = try world.connect()

        try client.send(get("/parts") + get("/"))
        let answer = try client.answerBytes()
        let next = try client.answer()

        #expect(
            String(decoding: answer, as: UTF8.self).hasSuffix(
                "Transfer-Encoding: chunked\r\n\r\n4\r\nmilk\r\n5\r\nbread\r\n0\r\n\r\n"))
        #expect(next.text == "hello")
    }

    @Test func `of many parts arrives completely`() throws {
        let parts = (0..<2000).map { "\($0), " + String(repeating: "a", count: 500) }
        let world = try ServerWorld(["/parts": .parts(parts)])
        let client = try world.connect()

        try client.send(get("/parts"))
        let answer = try client.answer()

        #expect(answer.text == parts.joined())
    }

    @Test func `that fails is cut off without its last chunk`() throws {
        let world = try ServerWorld(["/failing": .failing(["milk"])])
        let client = try world.connect()

        try client.send(get("/failing") + get("/never"))
        let ending = try client.ending()

        #expect(ending.wasReset)
        #expect(!ending.text.contains("\r\n0\r\n"))
        try world.until { $0.open.isEmpty }
        #expect(world.handler.seen.map(\.path) == ["/failing"])
    }

    @Test func `that fails is reset for HTTP/1.0`() throws {
        let world = try ServerWorld(["/failing": .failing(["milk"])])
        let client = try world.connect()

        try client.send("GET /failing HTTP/1.0\r\n\r\n")
        let ending = try client.ending()

        #expect(ending.wasReset)
    }

    @Test func `reaches a client that half-closes`() throws {
        let parts = (0..<2000).map { "\($0), " + String(repeating: "a", count: 500) }
        let world = try ServerWorld(["/parts": .parts(parts)])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/parts"))
        client.finishSending()
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text == parts.joined())
        #expect(ending == WireClient.Ending())
    }

    @Test func `is dropped when its client disconnects`() throws {
        let part = String(repeating: "a", count: 100_000)
        let world = try ServerWorld(["/parts": .parts((0..<1000).map { _ in part })])
        let client = try world.connect(receiveBuffer: 200_000)

        try client.send(get("/parts"))
        _ = try client.take(200_000)
        client.reset()

        try world.until { $0.open.isEmpty }
    }
}
