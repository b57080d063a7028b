@testable import HTTPServer
import HTTP
import Testing

@Suite struct `A stream` {
    private var streams = Streams()
    private var queue = ReadyQueue()

    @Test mutating func `counts live ones only`() throws {
        let live = try #require(Connection.fixture(isLive: true).streamed)
        let finite = try #require(Connection.fixture(isLive: false).streamed)

        let began = [streams.begin(live), streams.begin(finite)]
        let count = streams.live
        let ended = [streams.end(finite), streams.end(live)]

        #expect(began == [true, false])
        #expect(count == 1)
        #expect(ended == [false, true])
        #expect(streams.live == 0)
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
        #expect(connection.streamed?.isWaiting == false)
        #expect(streams.nextPoll == nil)
    }

    @Test mutating func `is queued in order after a commit`() {
        let connections = (0..<3).map { _ in wait(at: 1_000) }

        streams.resume(afterSignal: true, at: 1_000, into: &queue)

        #expect(connections.allSatisfy { queue.next() === $0 })
        #expect(streams.waitingCount == 0)
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

    // proves: sync-3
    @Test(arguments: [(1, 250), (250, 250), (700, 700), (2_000, 2_000), (9_000, 2_000)])
    mutating func `is polled more rarely among many, so that polls cost the same`(
        live: Int, interval: Int
    ) {
        for _ in 0..<live {
            _ = streams.begin(
                StreamedResponse(
                    FixtureStream(isLive: true), ResponseContext(), hasHead: true))
        }

        _ = wait(at: 1_000)

        #expect(streams.nextPoll == 1_000 + interval)
    }

    @Test mutating func `with an end is not queued by a commit`() throws {
        let connection = Connection.fixture(isLive: false)
        let streamed = try #require(connection.streamed)

        streams.wait(streamed, on: connection, at: 1_000)
        streams.resume(afterSignal: true, at: 9_000, into: &queue)

        #expect(streamed.isWaiting)
        #expect(queue.isEmpty)
        #expect(streams.nextPoll == nil)
    }

    @Test mutating func `that was resumed before a commit waits for the next one`() throws {
        let connection = wait(at: 1_000)
        let streamed = try #require(connection.streamed)

        streamed.isWaiting = false
        streams.wait(streamed, on: connection, at: 1_500)
        let listed = streams.waitingCount
        streamed.isWaiting = false
        streams.resumeAll(into: &queue)
        let queued = queue.count
        streams.wait(streamed, on: connection, at: 2_000)

        #expect(listed == 1)
        #expect(queued == 0)
        #expect(streams.waitingCount == 1)
    }

    @Test mutating func `is removed when its connection closes`() throws {
        let (closed, open, late) = (wait(at: 0), wait(at: 0), wait(at: 0))
        for connection in [closed, open, late] {
            _ = streams.begin(try #require(connection.streamed))
        }
        try end(closed)

        streams.removeClosed()
        let waiting = streams.waitingCount
        try end(late)
        streams.resumeAll(into: &queue)

        #expect(waiting == 2)
        #expect(queue.next() === open)
        #expect(queue.isEmpty)
    }

    private mutating func wait(at now: Int) -> Connection {
        let connection = Connection.fixture(isLive: true)
        if let streamed = connection.streamed {
            streams.wait(streamed, on: connection, at: now)
        }
        return connection
    }

    private mutating func end(_ connection: Connection) throws {
        _ = streams.end(try #require(connection.streamed))
        connection.state.close()
    }
}
