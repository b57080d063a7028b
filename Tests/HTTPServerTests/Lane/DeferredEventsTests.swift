@testable import HTTPServer
import Testing

@Suite struct `Deferred events` {
    @Test(arguments: [
        (1, [[5], [9], [12], [5]]), (2, [[5, 9], [12, 5], [9, 12], [5, 9]]),
        (3, [[5, 9, 12], [5, 9, 12], [5, 9, 12], [5, 9, 12]]),
    ])
    func `are served in rotation for a repeated order of events`(
        limit: Int, expected: [[Int32]]
    ) {
        var events = DeferredEvents()

        let served = (0..<4).map { _ in
            for descriptor: Int32 in [12, 5, 9] { events.add(.ready(descriptor)) }
            return events.served(atMost: limit)
        }

        #expect(served == expected)
    }

    @Test func `continue behind the last served descriptor, present or not`() {
        var events = DeferredEvents()
        for descriptor: Int32 in [3, 7] { events.add(.ready(descriptor)) }
        _ = events.served(atMost: 1)

        for descriptor: Int32 in [2, 4, 7] { events.add(.ready(descriptor)) }
        let served = events.served(atMost: 3)

        #expect(served == [4, 7, 2])
    }

    @Test func `report the skipped descriptors`() {
        var events = DeferredEvents()
        for descriptor: Int32 in [3, 7, 8] { events.add(.ready(descriptor)) }

        var left: [Int32] = []
        events.serve({ _ in false }, skip: { left.append($0.descriptor) })

        #expect(left == [7, 8])
        #expect(events.served(atMost: 9) == [])
    }
}

extension ReadyEvents.Event {
    fileprivate static func ready(_ descriptor: Int32) -> Self {
        Self(
            descriptor: descriptor, isReadable: true, isWritable: false, isEnding: false,
            isBroken: false)
    }
}

extension DeferredEvents {
    fileprivate mutating func served(atMost limit: Int) -> [Int32] {
        var served: [Int32] = []
        serve(
            { event in
                served.append(event.descriptor)
                return served.count < limit
            }, skip: { _ in })
        return served
    }
}
