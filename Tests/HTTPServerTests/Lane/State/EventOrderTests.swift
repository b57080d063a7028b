@testable import HTTPServer
import Testing

@Suite struct `The order of events` {
    @Test(arguments: [
        (ReadyEvents.Event.fixture(), false, EventOrder.Decision.handle),
        (.fixture(), true, .defer), (.fixture(isEnding: true), false, .defer),
        (.fixture(isBroken: true), false, .defer),
    ])
    func `defers low priority and endings`(
        event: ReadyEvents.Event, isLowPriority: Bool, expected: EventOrder.Decision
    ) {
        var order = EventOrder()
        _ = order.begin(at: 500)

        let decision = order.decide(event, isLowPriority: isLowPriority, at: 500)

        #expect(decision == expected)
    }

    @Test func `skips events after 20 milliseconds, but defers as before`() {
        var order = EventOrder()
        _ = order.begin(at: 500)

        let decisions = [20_499, 20_500].map {
            order.decide(.fixture(), isLowPriority: false, at: $0)
        }
        let late = order.decide(.fixture(), isLowPriority: true, at: 99_999)

        #expect(decisions == [.handle, .skip])
        #expect(late == .defer)
    }

    @Test func `begins the next round with the first skipped connection, once`() {
        var order = EventOrder()
        let first = order.begin(at: 0)
        for descriptor: Int32 in [4, 5, 6] {
            let moment = descriptor == 4 ? 0 : 20_000
            _ = order.decide(.fixture(descriptor), isLowPriority: false, at: moment)
        }

        let second = order.begin(at: 30_000)
        let decision = order.decide(.fixture(5), isLowPriority: false, at: 30_000)
        let third = order.begin(at: 40_000)

        #expect(first == nil)
        #expect(second == 5)
        #expect(decision == .handle)
        #expect(third == nil)
    }
}

@Suite struct `A connection's priority` {
    @Test(arguments: [(32_768, false), (32_769, true)])
    func `is low after a large response`(bytes: Int, isLow: Bool) {
        let connection = Connection.fixture()
        let before = connection.isLowPriority

        connection.prioritize(afterResponse: bytes)

        #expect(before)
        #expect(connection.isLowPriority == isLow)
    }

    @Test(arguments: [(999, false), (1_000, true)])
    func `is low after a turn of a millisecond`(microseconds: Int, isLow: Bool) {
        let connection = Connection.fixture()
        connection.prioritize(afterResponse: 1)

        connection.prioritize(afterWork: microseconds)

        #expect(connection.isLowPriority == isLow)
    }

    @Test func `is low for a stream, and a short turn does not raise it`() {
        let connection = Connection.fixture(isLive: true)

        connection.prioritize(afterResponse: 1)
        connection.prioritize(afterWork: 0)

        #expect(connection.isLowPriority)
    }
}

extension ReadyEvents.Event {
    fileprivate static func fixture(
        _ descriptor: Int32 = 7, isEnding: Bool = false, isBroken: Bool = false
    ) -> Self {
        Self(
            descriptor: descriptor, isReadable: true, isWritable: false, isEnding: isEnding,
            isBroken: isBroken)
    }
}
