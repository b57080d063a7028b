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
            /// Whether responses are not received.
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

    /// Asks for the revision of a separate owner, in a separate round.
    private func ask(_ number: Int) throws -> ReaderWorld.Asked<Int> {
        let asked = world.revision(of: Owner(key: number, epoch: "abcd"))
        try world.repository.endRound(at: world.now)
        return asked
    }

    /// Runs rounds until all reads have their rows. Returns, for each round that brought rows, the
    /// reads that got theirs.
    private func rounds(_ asked: [ReaderWorld.Asked<Int>]) throws -> [[Int]] {
        var ready: [[Int]] = []
        var waiting = Set(asked.indices.filter { asked[$0].result == nil })
        while !waiting.isEmpty {
            try world.round()
            let new = waiting.filter { asked[$0].result != nil }.sorted()
            waiting.subtract(new)
            if !new.isEmpty { ready.append(new) }
        }
        return ready
    }

    @Test func `takes what was asked during the one before`() throws {
        var asked: [ReaderWorld.Asked<Int>] = []

        let counts = try (1...3).map { number in
            asked.append(try ask(number))
            return trips.count
        }
        let ready = try rounds(asked)

        #expect(counts == [1, 1, 1])
        #expect(ready == [[0], [1, 2]])
        #expect(trips.count == 2)
    }

    @Test func `leaves though its reads have waited longer than for a connection`() throws {
        let asked = try (1...2).map { try ask($0) }

        world.now = 9_000
        let ready = try rounds(asked)

        #expect(ready == [[0], [1]])
        #expect(asked[1].result == .success(0))
    }

    @Test func `that is not answered in time fails alone, and the next one leaves anew`() throws {
        trips.isDeaf = true
        let asked = try (1...2).map { try ask($0) }

        world.now = 10_000
        world.repository.advance(at: world.now)
        let failed = asked.map { $0.result != nil }
        trips.isDeaf = false
        let ready = try rounds(asked)

        #expect(failed == [true, false])
        #expect(throws: StorageFailure.self) { try asked[0].result?.get() }
        #expect(ready == [[1]])
        #expect(asked[1].result == .success(0))
    }
}
