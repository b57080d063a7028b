import HTTP
@testable import HTTPServer
import Testing

@Suite struct `A connection table` {
    private let table = ConnectionTable()

    @Test func `finds open connections by descriptor`() {
        let connections = Connection.fixtures(3, in: table)

        #expect(connections.allSatisfy { table[$0.socket.number] === $0 })
        #expect(table[100_000] == nil)
        #expect(Array(table.open).count == 3)
        #expect(!table.isEmpty)
    }

    @Test func `holds a closed connection until the round ends`() {
        var connections = Connection.fixtures(2, in: table)
        let number = connections[0].socket.number
        weak let closed = connections[0]

        table.close(connections[0])
        connections.removeFirst()
        let (found, isClosed, isHeld) = (table[number], closed?.isClosed, table.closed.count)
        table.removeClosed()

        #expect(found == nil)
        #expect(isClosed == true)
        #expect(isHeld == 1)
        #expect(closed == nil)
        #expect(Array(table.open).count == 1)
    }

    @Test func `finds the connection of a completion by the request's generation`() {
        let connection = Connection.fixture(.answering)
        connection.requestGeneration = table.nextGeneration()
        table.insert(connection)
        let (slot, generation) = (connection.socket.number, connection.requestGeneration)

        let found = table.connection(named: RequestHandle(slot: slot, generation: generation))
        let other = table.connection(
            named: RequestHandle(slot: slot, generation: generation + 1))
        let beyond = table.connection(
            named: RequestHandle(slot: 100_000, generation: generation))
        table.close(connection)
        let late = table.connection(named: RequestHandle(slot: slot, generation: generation))

        #expect(found === connection)
        #expect(other == nil && beyond == nil && late == nil)
    }

    @Test func `assigns each generation once`() {
        let generations = (0..<100).map { _ in table.nextGeneration() }

        #expect(Set(generations).count == 100)
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 1), (3, 2), (5, 3)])
    func `returns the half that has been idle for longest`(idle: Int, expected: Int) {
        let connections = Connection.fixtures(idle + 2, in: table)
        for (index, connection) in connections.enumerated() {
            connection.waitingSince = 1_000 - index
        }
        connections[idle].waitingSince = 1_001
        connections[idle + 1].input = [65]

        let found = table.longestIdle(since: 1_000)

        let longest = connections[..<idle].reversed().prefix(expected)
        #expect(found.elementsEqual(longest) { $0 === $1 })
    }

    @Test func `returns no largest connection when all sizes are zero`() {
        let connections = Connection.fixtures(3, in: table)
        connections[1].requestBytes = 5
        connections[2].requestBytes = 4

        #expect(table.largest { $0.requestBytes } === connections[1])
        #expect(table.largest { _ in 0 } == nil)
    }
}
