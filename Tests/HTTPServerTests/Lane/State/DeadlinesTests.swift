@testable import HTTPServer
import Testing

/// The time-outs are, in seconds: idle 75, head 10, body 20 plus 1 for each 64 KiB, reader 30,
/// heartbeat 15, linger 2.
@Suite struct `A connection's deadline` {
    private let deadlines = Deadlines(Limits(), at: 0)

    @Test(arguments: [
        (Connection.Wait.request, 75_500), (.head, 10_500), (.body, 20_500), (.slowReader, 30_500),
        (.quietStream, 15_000), (.linger, 2_500),
    ])
    func `depends on what it waits for`(wait: Connection.Wait, deadline: Int) {
        let connection = Connection.fixture()
        connection.wait = .answer
        connection.responseDeadline = .max

        let needsTimer = deadlines.begin(wait, for: connection, at: 500)

        #expect(needsTimer)
        #expect(connection.wait == wait)
        #expect(connection.waitingSince == 500)
        #expect(connection.deadline == deadline)
    }

    @Test func `is never reached while the handler answers`() {
        let connection = Connection.fixture()

        let needsTimer = deadlines.begin(.answer, for: connection, at: 500)

        #expect(!needsTimer)
        #expect(connection.deadline == .max)
    }

    @Test(arguments: [
        (Connection.Wait.request, 85_000), (.body, 30_000),
        (.head, 10_000), (.slowReader, 30_000), (.linger, 2_000),
    ])
    func `moves with a new request and with the bytes of a body, and with nothing else`(
        wait: Connection.Wait, deadline: Int
    ) {
        let connection = Connection.fixture()
        connection.wait = .answer
        connection.responseDeadline = .max
        _ = deadlines.begin(wait, for: connection, at: 0)

        connection.requestBytes = 655_360
        _ = deadlines.begin(wait, for: connection, at: 10_000)

        #expect(connection.deadline == deadline)
    }

    @Test func `of a reader is at most that of the response`() {
        let connection = Connection.fixture()
        connection.responseDeadline = 7_000

        _ = deadlines.begin(.slowReader, for: connection, at: 0)

        #expect(connection.deadline == 7_000)
    }
}

@Suite struct `Time-outs` {
    private let connections = ConnectionTable()
    private let deadlines = Deadlines(Limits(), at: 1_000_000)

    @Test func `expire a connection at its deadline, rounded up to a second`() {
        let connection = schedule(1_010_001)

        let next = deadlines.next
        let before = expired(at: 1_010_999)
        let then = expired(at: 1_011_000)
        let after = expired(at: 1_012_000)

        #expect(next == 1_011_000)
        #expect(before.isEmpty && after.isEmpty)
        #expect(then.map(ObjectIdentifier.init) == [ObjectIdentifier(connection)])
        #expect(deadlines.next == nil)
    }

    @Test func `follow a deadline that moved back without a second timer`() {
        let connection = schedule(1_010_000)
        connection.deadline = 1_020_000
        _ = deadlines.schedule(connection)
        let timers = deadlines.timerCount

        let first = expired(at: 1_010_000)
        let next = deadlines.next
        let second = expired(at: 1_020_000)

        #expect(timers == 1)
        #expect(first.isEmpty)
        #expect(next == 1_020_000)
        #expect(second.count == 1)
    }

    @Test func `have no timer left while the handler answers`() {
        let connection = schedule(1_010_000)
        _ = deadlines.begin(.answer, for: connection, at: 1_000_000)

        let fired = expired(at: 1_010_000)

        #expect(fired.isEmpty)
        #expect(deadlines.timerCount == 0)
    }

    @Test func `add an earlier timer, and ignore the later one`() {
        let connection = schedule(1_020_000)
        connection.deadline = 1_010_000
        _ = deadlines.schedule(connection)

        let first = expired(at: 1_010_000)
        let second = expired(at: 1_020_000)

        #expect(first.count == 1)
        #expect(second.isEmpty)
    }

    @Test func `hold what expired until it is taken, closed connections not`() {
        let (first, second) = (schedule(1_010_000), schedule(1_010_000))
        deadlines.advance(to: 1_010_000, in: connections)
        deadlines.expire(first)
        connections.close(first)

        deadlines.remove(connections.closed)
        let taken = deadlines.nextExpired(at: 1_010_000)

        #expect(taken === second)
        #expect(!second.isExpired)
        #expect(!deadlines.hasExpired)
    }

    @Test func `skip a connection that closed in the same round`() {
        let connection = schedule(1_010_000)
        deadlines.advance(to: 1_010_000, in: connections)
        connections.close(connection)

        let hadExpired = deadlines.hasExpired
        let taken = deadlines.nextExpired(at: 1_010_000)

        #expect(hadExpired)
        #expect(taken == nil)
        #expect(!deadlines.hasExpired)
    }

    @Test func `prune timers of closed connections beyond a threshold`() {
        var asked = 0
        for _ in 0..<3_000 {
            let connection = add(1_075_000)
            if deadlines.schedule(connection) {
                asked += 1
                deadlines.prune(in: connections)
            }
            connections.close(connection)
            connections.removeClosed()
        }

        #expect(deadlines.timerCount <= 1_024)
        #expect(asked == 2)
    }

    @Test func `prune again at twice as many timers as were left`() {
        let open = (0..<1_025).map { _ in add(1_075_000) }
        let asked = open.map { deadlines.schedule($0) }
        deadlines.prune(in: connections)

        let more = (0..<1_026).map { _ in deadlines.schedule(add(1_075_000)) }

        #expect(asked.firstIndex(of: true) == 1_024)
        #expect(more.firstIndex(of: true) == 1_025)
    }

    private func add(_ deadline: Int) -> Connection {
        let connection = Connection.fixtures(1, in: connections)[0]
        connection.deadline = deadline
        return connection
    }

    private func schedule(_ deadline: Int) -> Connection {
        let connection = add(deadline)
        _ = deadlines.schedule(connection)
        return connection
    }

    private func expired(at now: Int) -> [Connection] {
        var all: [Connection] = []
        deadlines.advance(to: now, in: connections)
        while deadlines.hasExpired {
            if let connection = deadlines.nextExpired(at: now) { all.append(connection) }
        }
        return all
    }
}
