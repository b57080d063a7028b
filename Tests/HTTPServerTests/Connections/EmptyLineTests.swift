import Dispatch
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `An empty line before a request` {
    // RFC 9112 §2.2: some clients send a line end after a body, which does not begin a request.
    @Test(arguments: [
        (["\r\n"], ""), (["\r", "\n"], ""), (["\r\n\r\n\r\n\r\n"], ""), (["\r\n", "\r"], "\r"),
        ([post("/a", "milk") + "\r\n"], ""), (["\r\nGET"], "GET"),
    ])
    func `is discarded`(parts: [String], left: String) {
        let dialogue = Dialogue(parts.map { Array($0.utf8) })

        #expect(dialogue.left == left)
        #expect(dialogue.state.stage == .head)
    }

    @Test(arguments: [[10], [2, 8], [8, 2], [1, 9], [2, 2, 2, 2, 2]])
    func `is one of four at most, for any segmentation`(lengths: [Int]) {
        var dialogue = Dialogue()
        var bytes = Array(String(repeating: "\r\n", count: 5).utf8)[...]

        for length in lengths {
            dialogue.receive(Array(bytes.prefix(length)))
            bytes = bytes.dropFirst(length)
        }

        #expect(dialogue.steps == [.refuse(.malformedRequestLine)])
    }

    @Test func `is counted anew before each request`() {
        let lines = String(repeating: "\r\n", count: 4)
        var dialogue = Dialogue()

        for part in [lines, get("/a"), lines, get("/b")] { dialogue.receive(part) }

        #expect(
            dialogue.steps == [
                .admit("/a"), .answer("/a", body: ""), .admit("/b"), .answer("/b", body: ""),
            ])
    }

    @Test(arguments: ["", "\r\n"])
    func `leaves its connection idle`(sent: String) throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        try client.send(post("/echo", "milk") + sent)
        _ = try client.answer()
        try client.send("\r\n")
        try world.until { [lines = sent.utf8.count / 2 + 1] in
            $0.open.first?.state.emptyLines ?? 0 == lines
        }

        try world.pass(74.999)
        let isThere = try world.look { $0.open.first?.wait == .request }
        try world.pass(0.001)
        let ending = try client.ending()

        #expect(isThere)
        #expect(ending == WireClient.Ending())
    }

    @Test func `does not delay a drain`() throws {
        let world = try ServerWorld(["/echo": .echo])
        let client = try world.connect()
        try client.send(post("/echo", "milk") + "\r\n")
        _ = try client.answer()

        let done = world.drain()
        let ending = try client.ending()

        #expect(ending == WireClient.Ending())
        #expect(done.wait(timeout: .now() + .seconds(60)) == .success)
    }

    @Test func `is discarded while an answer is pending`() throws {
        let world = try ServerWorld(["/later": .deferred])
        let client = try world.connect()
        try client.send(post("/later", "milk") + "\r\n")
        try world.until(.answer)

        world.handler.reply(to: "/later", "at last")
        let answer = try client.answer()
        try world.until(.request)

        #expect(answer.text == "at last")
        #expect(try world.look { $0.open.first?.input } == [])
    }
}
