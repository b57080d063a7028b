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

    @Test func `is decoded from chunks that are cut anywhere`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let request = Array(post("/echo", chunks: ["milk", "and", "bread"]).utf8)

        for cut in 1..<request.count {
            try client.send(Array(request[..<cut]))
            try world.until { $0.open.first.map { $0.wait == .head || $0.wait == .body } == true }
            try client.send(Array(request[cut...]))
            #expect(try client.answer().text == "milkandbread")
        }
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

    @Test func `in chunks is followed by the next request`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()

        try client.send(
            post("/echo", chunks: ["one"]) + post("/echo", chunks: ["two"]) + get("/"))
        let answers = try (0..<3).map { _ in try client.answer().text }

        #expect(answers == ["one", "two", "hello"])
    }

    @Test func `with Expect gets 100 Continue`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        let request = post("/echo", "milk", "Expect: 100-continue\r\n")

        try client.send(String(request.dropLast(4)))
        let goOn = try client.answerBytes()
        try client.send("milk")
        let answer = try client.answer()

        #expect(String(decoding: goOn, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(answer.text == "milk")
    }

    @Test func `that arrived with its head gets no 100 Continue`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()

        try client.send(post("/echo", "milk", "Expect: 100-continue\r\n"))
        let answer = try client.answer()

        #expect(answer.status == 200)
        #expect(answer.text == "milk")
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

    @Test(arguments: [
        (ScriptedAdmission.unread, "hello"), (.body(atMost: 3), "tooLarge(limit: 3)"),
    ])
    func `that will not be read gets no 100 Continue`(
        admission: ScriptedAdmission, text: String
    ) throws {
        let path = admission == .unread ? "/" : "/echo"
        let world = try ServerWorld(["/echo": .echo], admissions: [path: admission])
        let client = try world.connect()
        let request = post(path, "milk", "Expect: 100-continue\r\n")

        try client.send(String(request.dropLast(4)))
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text == text)
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
    }

    @Test(arguments: [
        (post("/echo", "milk"), "tooLarge(limit: 3)"),
        (post("/echo", chunks: ["mi", "lk"]), "tooLarge(limit: 3)"),
        (post("/echo", chunks: ["m"]).replacing("\r\n1\r\n", with: "\r\nx\r\n"), "malformedSize"),
    ])
    func `that cannot be read is refused, and the connection ends`(
        request: String, text: String
    ) throws {
        let world = try ServerWorld(["/echo": .echo], admissions: ["/echo": .body(atMost: 3)])
        let client = try world.connect()

        try client.send(request + get("/never"))
        let answer = try client.answer()
        let ending = try client.ending()

        #expect(answer.text.contains(text))
        #expect(answer["Connection"] == "close")
        #expect(ending == WireClient.Ending())
        #expect(world.handler.seen.map(\.path) == ["/echo"])
    }
}
