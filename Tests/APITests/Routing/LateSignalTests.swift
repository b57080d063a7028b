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

    @Test func `shows a write whose signal came with its older rows`() throws {
        let (world, lane) = (APIWorld(isLate: true), OneRequest())
        let request = PreparedRequest(
            "GET /items/changes HTTP/1.1", "Host: localhost", "Accept: text/event-stream")
        _ = request.answer(by: world.app, &lane.response)
        round(world, lane)
        let stream = try #require(lane.stream)
        _ = stream.fill(&lane.response)
        // Reads until the rows of an empty list have arrived, but the stream is not filled yet.
        while lane.resumptions == 0 { round(world, lane) }

        _ = world.items.perform(
            ItemWrite(owner: world.owner, action: .put(ItemID(high: 0, low: 1), milk)))
        // The signal now has its only turn.
        let step = stream.fill(&lane.response)
        for _ in 0..<5 {
            let before = lane.resumptions
            round(world, lane)
            if lane.resumptions > before { _ = stream.fill(&lane.response) }
        }

        #expect(step == .wait)
        #expect(String(copying: lane.response.body.span).contains("Milk"))
    }

    private let milk = ItemContent(title: "Milk")

    private func round(_ world: APIWorld, _ lane: OneRequest) {
        world.app.endRound(at: 0)
        world.app.advance(lane, at: 0)
    }
}
