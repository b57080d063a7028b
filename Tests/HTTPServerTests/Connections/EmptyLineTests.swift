import Dispatch
import HTTP
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `An empty line before a request` {
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
