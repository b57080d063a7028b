import HTTP
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A request's body` {
    @Test(arguments: [1, 65_536, 1 << 20])
    func `arrives whole`(count: Int) throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let body = String(repeating: "milk and bread, ", count: count / 16 + 1).prefix(count)

        try client.send(post("/echo", String(body)) + get("/"))
        let answers = try [client.answer(), client.answer()]

        #expect(answers.map(\.text) == [String(body), "hello"])
    }

    @Test func `in chunks is not buffered twice`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let body = String(repeating: "milk and bread, ", count: 10_000)
        let request = Array(post("/echo", chunks: [body]).utf8)

        try client.send(Array(request.dropLast(10)))
        try world.until { $0.open.first?.unchunked.count == body.utf8.count - 3 }
        let (input, inHand) = try world.look { ($0.open.map(\.input.count), $0.requestBytes) }
        try client.send(Array(request.suffix(10)))
        let answer = try client.answer()

        #expect(input.allSatisfy { $0 < 100 })
        #expect(inHand < body.utf8.count + 100)
        #expect(answer.text == body)
        #expect(try world.look { $0.requestBytes } == 0)
    }

    @Test func `that arrives in parts is not mixed with requests of other connections`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let (client, other) = try (world.connect(), world.connect())

        try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nmi")
        try world.until(.body)
        _ = try other.exchange(get("/other"))
        try client.send("lk")
        let answer = try client.answer()

        #expect(answer.text == "milk")
        #expect(world.handler.seen.map(\.path) == ["/other", "/echo"])
    }
}
