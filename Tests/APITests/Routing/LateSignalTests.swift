import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A live stream whose rows come later` {
    /// A lane with one request.
    private final class OneRequest: WaitingRequests {
        var response = ResponseWriter()
        private(set) var stream: (any ResponseStream)?
        private(set) var resumptions = 0

        func admit(_ handle: RequestHandle, _ admission: Admission) {}

        func reply(to handle: RequestHandle, _ write: (inout ResponseWriter) -> HandlerResult) {
            if case .stream(let stream) = write(&response) { self.stream = stream }
        }

        func resume(_ handle: RequestHandle) {
            resumptions += 1
        }
    }

    @Test func `shows each write whose signal came with its older rows`() throws {
        let (world, lane) = (APIWorld(isLate: true), OneRequest())
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: localhost", "Accept: text/event-stream")
        _ = request.answer(by: world.app, &lane.response)
        round(world, lane)
        let stream = try #require(lane.stream)

        for title in ["Milk", "Tea"] {
            _ = stream.fill(&lane.response)
            // Reads until the rows have arrived, but the stream is not filled yet.
            let arrived = lane.resumptions + 1
            for _ in 0..<20 where lane.resumptions < arrived { round(world, lane) }
            try #require(lane.resumptions == arrived)

            let content = ItemContent(title: title)
            _ = world.items.perform(
                ItemWrite(owner: world.owner, action: .put(ItemID(high: 0, low: 1), content)))
            // The signal now has its only turn.
            let step = stream.fill(&lane.response)
            for _ in 0..<5 {
                let before = lane.resumptions
                round(world, lane)
                if lane.resumptions > before { _ = stream.fill(&lane.response) }
            }

            #expect(step == .wait)
            #expect(String(copying: lane.response.body.span).contains(title))
        }
    }

    private func round(_ world: APIWorld, _ lane: OneRequest) {
        world.app.endRound(at: 0)
        world.app.advance(lane, at: 0)
    }
}
