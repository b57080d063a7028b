import Items
import PostgreSQL
import PostgresStorage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A trip of a lane's reads` {
    /// Counts the trips of a connection.
    private final class CountingPipeline: PostgresPipeline {
        final class Trips: Sendable {
            private let number = Mutex(0)
            private let deaf = Mutex(false)
            var count: Int { number.withLock { $0 } }
            /// Whether nothing is received.
            var isDeaf: Bool {
                get { deaf.withLock { $0 } }
                set { deaf.withLock { $0 = newValue } }
            }

            func add() { number.withLock { $0 += 1 } }
        }

        private let pipeline: any PostgresPipeline
        private let trips: Trips

        init(_ pipeline: any PostgresPipeline, _ trips: Trips) {
            self.pipeline = pipeline
            self.trips = trips
        }

        var isConnected: Bool { pipeline.isConnected }
        var descriptor: Int32 { pipeline.descriptor }

        func queue(_ commands: [PostgresCommand]) throws(PostgresFailure) {
            trips.add()
            try pipeline.queue(commands)
        }

        func flush() throws(PostgresFailure) -> Bool { try pipeline.flush() }
        func receive(_ body: (PostgresReply) -> Void) throws(PostgresFailure) {
            if trips.isDeaf { return }
            try pipeline.receive(body)
        }
        func forget(_ sql: String) { pipeline.forget(sql) }
        func close() { pipeline.close() }
    }

    private let trips = CountingPipeline.Trips()
    private let world: ReaderWorld

    init() throws {
        world = try ReaderWorld { [trips] connection, _ in CountingPipeline(connection, trips) }
        world.connect()
    }

    private static func owner(_ request: ReadRequestID) -> Owner {
        Owner(key: Int(request.number), epoch: "abcd")
    }

    /// Asks for a revision of a request's own, in a round of its own.
    private func ask(_ request: ReadRequestID) {
        world.reader.resume(request)
        #expect(throws: StorageFailure.pending) {
            try world.repository.revision(of: Self.owner(request))
        }
        world.reader.flush(at: world.now)
    }

    /// Goes rounds until so many requests have their rows; those of each round that have.
    private func rounds(until count: Int) -> [Set<ReadRequestID>] {
        var ready: [Set<ReadRequestID>] = []
        while ready.reduce(0, { $0 + $1.count }) < count { ready.append(world.round()) }
        return ready.filter { !$0.isEmpty }
    }

    @Test func `takes what was asked during the one before`() throws {
        let requests = (1...3).map { _ in world.request() }

        let counts = requests.map { request in
            ask(request)
            return trips.count
        }
        let ready = rounds(until: 3)

        #expect(counts == [1, 1, 1])
        #expect(ready == [[requests[0]], [requests[1], requests[2]]])
        #expect(trips.count == 2)
    }

    @Test func `leaves though its reads have waited longer than for a connection`() throws {
        let requests = (1...2).map { _ in world.request() }
        for request in requests { ask(request) }

        world.now = 9_000
        let ready = rounds(until: 2)

        #expect(ready == [[requests[0]], [requests[1]]])
        world.reader.resume(requests[1])
        #expect(throws: Never.self) { try world.repository.revision(of: Self.owner(requests[1])) }
    }

    @Test func `that is not answered in time fails alone, and the next one leaves anew`() throws {
        let requests = (1...2).map { _ in world.request() }
        trips.isDeaf = true
        for request in requests { ask(request) }

        world.now = 10_000
        let failed = world.collect()
        world.reader.resume(requests[0])
        let failure = #expect(throws: StorageFailure.self) {
            try world.repository.revision(of: Self.owner(requests[0]))
        }
        trips.isDeaf = false
        let ready = rounds(until: 1)

        #expect(failed == [requests[0]])
        #expect(failure != .pending)
        #expect(ready == [[requests[1]]])
    }
}
