@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `Pipelined requests` {
    @Test func `are answered in order when some answers are deferred`() throws {
        let world = try ServerWorld(["/echo": .echo, "/later": .deferred])
        let client = try world.connect()

        try client.send(
            (0..<100).map { $0 % 10 == 3 ? get("/later") : post("/echo", "\($0)") }.joined())
        for index in stride(from: 3, to: 100, by: 10) {
            try world.until { [handler = world.handler] _ in handler.isAsked("/later") }
            world.handler.reply(to: "/later", "\(index)")
        }
        let answers = try (0..<100).map { _ in try client.answer().text }

        #expect(answers == (0..<100).map { "\($0)" })
    }

    @Test func `are not read while an answer is pending`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()

        try client.send(get("/later"))
        try world.until(.answer)
        try client.send(get("/next"))
        try world.until { $0.open.first?.interest == [] }
        let kept = try world.look { $0.open.map(\.input.count) }
        world.handler.reply(to: "/later", "at last")
        let answers = try [client.answer().text, client.answer().text]

        #expect(kept == [0])
        #expect(answers == ["at last", "hello"])
    }

    @Test func `are answered before a refusal of what follows`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()

        try client.send(get("/first") + get("/later") + "nonsense\r\n\r\n")
        try world.until(.answer)
        world.handler.reply(to: "/later", "at last")
        let answers = try (0..<3).map { _ in try client.answer().status }
        let ending = try client.ending()

        #expect(answers == [200, 200, 400])
        #expect(ending == WireClient.Ending())
    }

    @Test func `accept one answer each although it is sent twice`() throws {
        let world = try ServerWorld(["/first": .deferred, "/second": .deferred])
        let client = try world.connect()

        try client.send(get("/first") + get("/second"))
        try world.until { [handler = world.handler] _ in handler.isAsked("/first") }
        world.handler.reply(to: "/first", "one", times: 2)
        let first = try client.answer().text
        try world.until { [handler = world.handler] _ in handler.isAsked("/second") }
        world.handler.reply(to: "/second", "two")
        let second = try client.answer().text

        #expect([first, second] == ["one", "two"])
    }

    @Test func `are answered completely when the answers together are large`() throws {
        let world = try ServerWorld(["/large": .large(300_000)])
        let client = try world.connect()

        try client.send((0..<20).map { _ in get("/large") }.joined())
        let answers = try (0..<20).map { _ in try client.answer().body }

        #expect(answers.allSatisfy { $0 == pattern(300_000) })
    }
}
