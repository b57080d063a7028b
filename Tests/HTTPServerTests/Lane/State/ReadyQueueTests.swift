@testable import HTTPServer
import Testing

@Suite struct `A ready queue` {
    @Test func `returns connections in the order in which they were queued`() {
        var queue = ReadyQueue()
        let connections = (0..<3).map { _ in Connection.fixture() }
        for connection in connections { queue.enqueue(connection) }

        let taken = (0..<3).map { _ in queue.next() }

        #expect(taken.elementsEqual(connections) { $0 === $1 })
        #expect(queue.next() == nil)
        #expect(queue.isEmpty)
    }

    @Test func `holds a connection once, until its turn`() {
        var queue = ReadyQueue()
        let (first, second) = (Connection.fixture(), Connection.fixture())
        for connection in [first, second, first] { queue.enqueue(connection) }
        let count = queue.count

        let taken = queue.next()
        let isQueued = (first.isQueued, second.isQueued)
        queue.enqueue(first)
        let rest = [queue.next(), queue.next()]

        #expect(count == 2)
        #expect(taken === first)
        #expect(isQueued == (false, true))
        #expect(rest[0] === second && rest[1] === first)
    }

    @Test func `drops closed connections and keeps the order of the others`() {
        var queue = ReadyQueue()
        let connections = (0..<4).map { _ in Connection.fixture() }
        for connection in connections { queue.enqueue(connection) }
        _ = queue.next()
        connections[2].state.close()

        queue.remove([connections[2]])

        #expect(queue.count == 2)
        #expect(queue.next() === connections[1])
        #expect(queue.next() === connections[3])
        #expect(queue.isEmpty)
    }

    // proves: limits-5
    @Test func `gives a turn to each owner of streams, and to requests`() {
        var queue = ReadyQueue()
        let owners = [0, 0, 7, 7, 7, 9]
        let connections = owners.map { Connection.fixture(isLive: false, owner: $0) }
        for connection in connections { queue.enqueue(connection) }
        let count = queue.count

        var taken: [Int] = []
        while let connection = queue.next() {
            taken.append(connections.firstIndex { $0 === connection } ?? -1)
            // The stream of the last owner goes on.
            if taken.last == 5, taken.count < 6 { queue.enqueue(connection) }
        }

        #expect(count == 6)
        #expect(taken == [0, 2, 5, 1, 3, 5, 4])
        #expect(queue.isEmpty)
    }

    @Test func `goes on behind an owner whose streams are all closed`() {
        var queue = ReadyQueue()
        let connections = [7, 7, 9].map { Connection.fixture(isLive: false, owner: $0) }
        for connection in connections { queue.enqueue(connection) }
        for connection in connections[..<2] { connection.state.close() }

        queue.remove(Array(connections[..<2]))
        let count = queue.count
        let taken = [queue.next(), queue.next()]
        queue.enqueue(connections[2])

        #expect(count == 1)
        #expect(taken[0] === connections[2])
        #expect(taken[1] == nil)
        #expect(queue.next() === connections[2])
    }

    @Test func `holds no reference to a connection it has returned`() {
        var queue = ReadyQueue()
        queue.enqueue(.fixture())
        queue.enqueue(.fixture())

        weak let taken = queue.next()

        #expect(taken == nil)
        #expect(queue.count == 1)
    }

    @Test func `moves on when it is never empty`() {
        var queue = ReadyQueue()
        let connections = (0..<200).map { _ in Connection.fixture() }
        for connection in connections { queue.enqueue(connection) }

        var taken: [Int] = []
        for _ in 0..<1_000 {
            guard let connection = queue.next() else { break }
            taken.append(connections.firstIndex { $0 === connection } ?? -1)
            queue.enqueue(connection)
        }

        #expect(taken == (0..<1_000).map { $0 % 200 })
        #expect(queue.count == 200)
    }
}
