import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct `A commit for a live stream` {
    private let script = LiveScript("milk")

    /// Commits while the lane is blocked at `/held`.
    private func tell(_ news: String, _ world: ServerWorld) throws {
        try world.handler.untilHeld()
        script.add(news)
        world.server.receiveRevisionSignal()
        world.handler.release()
    }

    @Test func `is not missed between a poll and the wait`() throws {
        let world = try ServerWorld(["/live": .live(script)])
        let client = try listener(to: world)

        // The commits are announced at arbitrary points of the lane's loop.
        try commit(500, to: script, of: world, read: client)

        #expect(try world.look { $0.now } == 1_000_000)
    }

    @Test func `is not missed when another stream begins after it`() throws {
        let world = try ServerWorld(["/live": .live(script), "/held": .heldBack(1)])
        let client = try listener(to: world)
        let (first, second) = try (world.connect(), world.connect())
        let other = try world.connect()
        // A connection that was answered before is served before new ones.
        _ = try second.exchange(get("/"))
        try world.until { $0.waitingStreams == 1 && $0.open.count == 4 }

        // The wake-up arrives while the lane handles the events of a round, and before the other
        // stream begins.
        try world.atOnce(first, [(second, get("/held")), (other, get("/live"))])
        try tell("bread", world)

        #expect(try client.take(until: chunk("bread")) == chunk("bread"))
        _ = try other.take(until: chunk("bread"))
    }

    @Test func `is not missed before an earlier wake-up is handled`() throws {
        let world = try ServerWorld(["/live": .live(script), "/held": .heldBack(1)])
        let client = try listener(to: world)
        let (first, second) = try (world.connect(), world.connect())
        // A connection that was answered before is served when its event arrives.
        try second.send(get("/"))
        _ = try second.answer()
        try world.until { $0.waitingStreams == 1 && $0.open.count == 3 }

        // The lane handles the wake-up last.
        try world.atOnce(first, [(second, get("/held"))]) {
            // The clock goes back by ten minutes, so that the next poll is far away.
            world.clocks.advance(milliseconds: -600_000)
            world.lane.probeLiveness {}
        }
        try tell("bread", world)

        #expect(try client.take(until: chunk("bread")) == chunk("bread"))
    }
}
