@testable import HTTPServer
import Testing

@Suite struct `A drain` {
    private let table = ConnectionTable()
    private var drain = DrainState()

    @Test mutating func `closes nothing before it begins`() {
        _ = Connection.fixtures(3, in: table)

        #expect(next(at: 99_999).isEmpty)
        #expect(drain.deadline == nil)
    }

    @Test mutating func `closes four idle connections in a quiet round`() {
        let connections = Connection.fixtures(6, in: table)
        connections[0].input = [65]
        connections[1].output = [65]
        connections[2].state = .fixture(.answering)
        drain.begin(deadline: 5_000)
        let few = next(at: 0)
        for connection in few { table.close(connection) }
        let none = next(at: 0)

        // The table is in the order of descriptors, which other tests open and close meanwhile.
        #expect(
            Set(few.map(ObjectIdentifier.init)) == Set(connections[3...].map(ObjectIdentifier.init))
        )
        #expect(none.isEmpty)
        #expect(!drain.isClosing)
    }

    @Test(arguments: [(4, 4), (5, 4)])
    mutating func `closes at most four idle connections at once`(idle: Int, closed: Int) {
        _ = Connection.fixtures(idle, in: table)
        drain.begin(deadline: 5_000)

        #expect(next(at: 4_999).count == closed)
        #expect(drain.isClosing)
    }

    @Test mutating func `closes no idle connection in a round with events`() {
        _ = Connection.fixtures(3, in: table)
        drain.begin(deadline: 5_000)

        #expect(next(at: 0, isQuiet: false).isEmpty)
    }

    @Test mutating func `closes all connections at its deadline`() {
        let connections = Connection.fixtures(6, in: table)
        for connection in connections { connection.input = [65] }
        drain.begin(deadline: 5_000)

        #expect(next(at: 5_000, isQuiet: false).count == 6)
    }

    private mutating func next(at now: Int, isQuiet: Bool = true) -> [Connection] {
        drain.next(in: table, at: now, isQuiet: isQuiet)
    }
}
