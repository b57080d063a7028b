import Dispatch
import HTTP
@testable import HTTPServer
import Telemetry
import TestSupport
import Testing

@Suite struct `A stream with pending rows` {
    @Test func `continues when they have arrived`() throws {
        let world = try world([("/parts", .askedParts(["milk", "bread", "tea"]))])
        let client = try world.connect()

        try client.send(get("/parts") + get("/next"))
        let answers = try [client.answer().text, client.answer().text]

        #expect(answers == ["milkbreadtea", "hello"])
    }

    @Test func `is not polled before they arrive, in spite of commits`() throws {
        let script = LiveScript("milk")
        let world = try world([("/live", .askedLive(script))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/live"))
        try world.untilAsked()

        for _ in 0..<5 {
            world.server.receiveRevisionSignal()
            try world.round()
        }

        #expect(script.fills == 0)
    }

    @Test func `misses no commit while they are pending`() throws {
        let script = LiveScript("milk")
        let world = try world([("/live", .askedLive(script))])
        let client = try listener(to: world)

        try commit(300, to: script, of: world, read: client)

        #expect(try world.look { $0.now } == 1_000_000)
    }

    @Test func `is removed when its client disconnects`() throws {
        let world = try world(
            [("/parts", .askedParts(["milk"]))], isAutomatic: false)
        let client = try world.connect()
        try client.send(get("/parts"))
        try world.untilAsked()

        try world.lose(client)

        #expect(world.upstream.forgotten == 1)
    }
}
