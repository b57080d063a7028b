@testable import HTTPServer
import Testing

@Suite struct `A stream` {
    private var streams = Streams()
    private var queue = ReadyQueue()

    @Test mutating func `counts live ones only`() {
        let (live, finite) = (Connection.fixture(), Connection.fixture())

        let began = [
            streams.begin(FixtureStream(isLive: true), on: live),
            streams.begin(FixtureStream(isLive: false), on: finite),
        ]
        let (count, isLive) = (streams.live, [live.isLive, finite.isLive])
        let ended = [streams.end(live), streams.end(live), streams.end(finite)]

        #expect(began == [true, false])
        #expect(count == 1)
        #expect(isLive == [true, false])
        #expect(ended == [true, false, false])
        #expect(streams.live == 0)
        #expect(live.stream == nil && !live.isLive)
    }

    @Test mutating func `waits for a commit or for a quarter of a second`() {
        let connection = wait(at: 1_000)
        let nextPoll = streams.nextPoll

        streams.resume(afterSignal: false, at: 1_249, into: &queue)
        let before = queue.count
        streams.resume(afterSignal: false, at: 1_250, into: &queue)

        #expect(nextPoll == 1_250)
        #expect(before == 0)
        #expect(queue.next() === connection)
        #expect(!connection.isWaiting)
        #expect(streams.nextPoll == nil)
    }

    @Test mutating func `is queued in order after a commit`() {
        let connections = (0..<3).map { _ in wait(at: 1_000) }

        streams.resume(afterSignal: true, at: 1_000, into: &queue)

        #expect(connections.allSatisfy { queue.next() === $0 })
        #expect(streams.waiting.isEmpty)
    }

    @Test mutating func `is polled a quarter of a second after the first wait`() {
        _ = wait(at: 1_000)
        _ = wait(at: 1_200)
        let first = streams.nextPoll

        streams.resumeAll(into: &queue)
        _ = wait(at: 9_000)

        #expect(first == 1_250)
        #expect(streams.nextPoll == 9_250)
    }

    // proves: changes-live-8
    @Test(arguments: [(1, 250), (250, 250), (700, 700), (2_000, 2_000), (9_000, 2_000)])
    mutating func `is polled more rarely among many, so that polls cost the same`(
        live: Int, interval: Int
    ) {
        for _ in 0..<live {
            _ = streams.begin(FixtureStream(isLive: true), on: Connection.fixture())
        }

        _ = wait(at: 1_000)

        #expect(streams.nextPoll == 1_000 + interval)
    }

    @Test mutating func `is removed when its connection closes`() {
        let (closed, open, late) = (wait(at: 0), wait(at: 0), wait(at: 0))
        closed.isClosed = true

        streams.remove([closed])
        let waiting = streams.waiting.count
        late.isClosed = true
        streams.resumeAll(into: &queue)

        #expect(waiting == 2)
        #expect(queue.next() === open)
        #expect(queue.isEmpty)
    }

    private mutating func wait(at now: Int) -> Connection {
        let connection = Connection.fixture(.streaming)
        streams.wait(connection, at: now)
        return connection
    }
}
