import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A writer whose connection fails` {
    private static let commands = 0..<12

    /// Whatever fails, and wherever it fails, an acknowledged write is stored once.
    @Test(arguments: FaultyPostgresSession.Fault.allCases, commands)
    func `stores each write once, and what it refuses not at all`(
        fault: FaultyPostgresSession.Fault, place: Int
    ) throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let batch = try Self.batch(on: world, fault, at: place)
        let items = (1...3).map { NewItem(id: id($0), content: content("one")) }

        let first = batch.run(.add(items, onConflict: .refuse), of: owner)
        let second = batch.run(.put(id(4), content("two")), of: owner)

        let repository = world.database.repository()
        let stored = try repository.all(of: owner).map(\.id)
        let outcomes = [first, second].map { try? $0.get().revision }
        #expect(outcomes == [1, 2], "\(first), \(second)")
        #expect(stored == (1...4).map { id($0) })
        #expect(try repository.revision(of: owner) == 2)
        #expect(try world.violations() == [])
    }

    @Test(arguments: FaultyPostgresSession.Fault.allCases, commands)
    func `does the writes of a batch once, and refuses what must be refused`(
        fault: FaultyPostgresSession.Fault, place: Int
    ) throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let other = try world.addOwner()
        let batch = try Self.batch(on: world, fault, at: place)
        let writes = [
            ItemWrite(owner: owner, action: .put(id(1), content("one"))),
            ItemWrite(owner: owner, action: .delete(id(9))),
            ItemWrite(owner: other, action: .put(id(1), content("theirs"))),
            ItemWrite(owner: owner, action: .delete(id(1))),
        ]

        let outcomes = batch.run(
            writes.map { WriteJob(write: $0) { _ in } }, [], isMaintenance: false
        ).items

        #expect(outcomes.map { try? $0.get().revision } == [1, nil, 1, 2], "\(outcomes)")
        #expect(outcomes[1] == .failure(.notFound))
        let repository = world.database.repository()
        #expect(try repository.all(of: owner) == [])
        #expect(try repository.all(of: other).map(\.content.title) == ["theirs"])
        #expect(try world.violations() == [])
    }

    @Test func `that cannot be had again makes the outcome unknown`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        var connections = 0
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1), pause: {}
        ) { () throws(PostgresFailure) in
            connections += 1
            guard connections == 1 else { throw .cannotConnect("nothing listens") }
            let session = FaultyPostgresSession(try world.connect(), fault: .stall)
            // These are the command for the writer's mark, and the four commands of the first trip.
            session.commandsLeft = 5
            return session
        }

        let outcome = batch.run(.put(id(1), content("one")), of: owner)

        guard case .failure(.storage(.outcomeUnknown)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(connections > 2)
    }

    @Test func `looks for the outcome no longer than ten seconds`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let time = ManualClock(0)
        var attempts = 0
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1), steady: time.clock,
            pause: { time.now = Double(attempts) }
        ) { () throws(PostgresFailure) in
            attempts += 1
            guard attempts == 1 else { throw .cannotConnect("nothing listens") }
            let session = FaultyPostgresSession(try world.connect(), fault: .stall)
            session.commandsLeft = 5
            return session
        }

        _ = batch.run(.put(id(1), content("one")), of: owner)

        #expect(attempts == 11)
    }

    @Test func `refuses at once for a while after it could not connect`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let time = ManualClock(0)
        var attempts = 0
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1), steady: time.clock,
            pause: {}
        ) { () throws(PostgresFailure) in
            attempts += 1
            guard attempts > 1 else { throw .cannotConnect("nothing listens") }
            return try world.connect()
        }

        let refused = (1...3).map { batch.run(.put(id($0), content("x")), of: owner) }
        time.now = 1
        let stored = batch.run(.put(id(4), content("x")), of: owner)

        #expect(
            refused.allSatisfy { $0 == .failure(.storage(.unavailable("nothing listens"))) },
            "\(refused)")
        #expect(try stored.get().revision == 1)
        #expect(attempts == 2)
    }

    /// This happens after a failover to a standby that lacks the last commit.
    @Test(arguments: [0, 7]) func `goes on when its row has another number`(number: Int) throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { () throws(PostgresFailure) in try world.connect() }
        _ = try batch.run(.put(id(1), content("one")), of: owner).get()
        _ = try world.connection.run(
            "UPDATE writers SET batch = \(number) WHERE writer = '00000000-0000-0001-0000-000000000001'"
        )

        let outcomes = (2...3).map { batch.run(.put(id($0), content("x")), of: owner) }

        #expect(try outcomes.map { try $0.get().revision } == [2, 3])
    }

    @Test func `leaves a server that has become a standby`() throws {
        let world = try PostgresWorld()
        let owner = world.database.localOwner
        var connections = 0
        let batch = WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1), pause: {}
        ) { () throws(PostgresFailure) in
            let session = try world.connect()
            connections += 1
            if connections == 1 { _ = try session.run("SET default_transaction_read_only = on") }
            return session
        }

        let outcome = batch.run(.put(id(1), content("one")), of: owner)

        #expect(try outcome.get().revision == 1)
        #expect(connections == 2)
    }

    /// A batch whose first connection fails at a command.
    private static func batch(
        on world: PostgresWorld, _ fault: FaultyPostgresSession.Fault, at place: Int
    ) throws -> WriteBatch {
        var isFirst = true
        return WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {}
        ) { () throws(PostgresFailure) in
            let session = try world.connect()
            guard isFirst else { return session }
            isFirst = false
            let faulty = FaultyPostgresSession(session, fault: fault)
            // The first command adds the writer's row.
            faulty.commandsLeft = place + 1
            return faulty
        }
    }
}
