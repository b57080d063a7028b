import Items
import PostgreSQL
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import PostgresStorage

@Suite struct `A failure of PostgreSQL` {
    @Test(
        arguments: [
            (.refused(.invalidText, ""), .cachedRow),
            (.unexpected("a rule that is none"), .job), (.tooLarge(limit: 1), .job),
            (.refused(.uniqueViolation, ""), .job), (.refused(SQLState("22003"), ""), .job),
            (.refused(SQLState("54000"), ""), .job), (.refused(SQLState("58030"), ""), .job),
            (.refused(SQLState("XX001"), ""), .job), (.refused(SQLState("ZZ000"), ""), .job),
            (.refused(.diskFull, ""), .job), (.refused(.outOfMemory, ""), .job),
            (.refused(.lockNotAvailable, ""), .owner),
            (.disconnected("the line is broken"), .connection), (.timedOut, .connection),
            (.refused(.cachedPlanChanged, ""), .connection),
            (.refused(SQLState("08006"), ""), .connection),
            (.refused(.readOnlyTransaction, ""), .connection),
            (.refused(SQLState("26000"), ""), .connection),
            (.refused(SQLState("40P01"), ""), .connection),
            (.refused(SQLState("57P01"), ""), .connection),
            (.cannotConnect("nothing listens"), .server), (.unreadableURL, .server),
            (.libraryMissing("libpq"), .server), (.oldServer(version: 9), .server),
            (.refused(.insufficientPrivilege, ""), .server),
            (.refused(.undefinedTable, ""), .server),
            (.refused(SQLState("3D000"), ""), .server), (.refused(SQLState("53300"), ""), .server),
            (.refused(SQLState("55006"), ""), .server),
        ] as [(PostgresFailure, PostgresFailure.Scope)])
    func `concerns a job, an owner, the connection or the server`(
        failure: PostgresFailure, scope: PostgresFailure.Scope
    ) {
        #expect(failure.scope == scope)
    }
}

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A failing batch on PostgreSQL` {
    private let world: PostgresWorld
    private let owners: [Owner]

    init() throws {
        world = try PostgresWorld()
        owners = [world.database.localOwner, try world.addOwner()]
    }

    private func batch(
        connect: @escaping () throws(PostgresFailure) -> any PostgresSession
    ) -> WriteBatch {
        WriteBatch(
            writer: PostgresUUID(high: 1, low: 1), clock: .constant(1_000), pause: {},
            connect: connect)
    }

    /// Jobs that write one item after the other, of the two owners in turn.
    private func jobs(_ count: Int) -> [WriteJob] {
        (0..<count).map { number in
            let action = ItemWrite.Action.put(id(UInt64(number)), content("\(number)"))
            return WriteJob(write: ItemWrite(owner: owners[number % 2], action: action)) { _ in }
        }
    }

    @Test(arguments: [
        // A rule that storage cannot read, and a page that the server cannot read.
        "UPDATE items SET timestamp = 0, repeat = '{\"every\": \"blue moon\"}'",
        """
        CREATE FUNCTION torn() RETURNS trigger AS
            $$ BEGIN RAISE EXCEPTION SQLSTATE 'XX001' USING MESSAGE = 'torn'; END $$
            LANGUAGE plpgsql;
        CREATE TRIGGER torn BEFORE UPDATE ON items FOR EACH ROW EXECUTE FUNCTION torn()
        """,
    ])
    func `is stored without the write that meets a damaged row`(damage: String) throws {
        let session = CountingSession(try world.connect())
        let batch = batch { session }
        _ = try batch.run([jobs(1)[0]], []).items.map { try $0.get() }
        try world.connection.execute(script: damage)
        defer {
            _ = try? world.connection.run("DROP TRIGGER IF EXISTS torn ON items")
            _ = try? world.connection.run("DROP FUNCTION IF EXISTS torn")
        }
        let trips = session.trips
        let update = ItemWrite(owner: owners[0], action: .put(id(0), content("new")))

        let outcomes = batch.run(
            [WriteJob(write: update) { _ in }] + jobs(16).dropFirst(), []
        ).items

        #expect(
            outcomes.map { (try? $0.get()) != nil } == [false] + Array(repeating: true, count: 15))
        // A failing transaction has at most three trips, and a good one two.
        #expect(session.trips - trips <= 5 * 3 + 4 * 2)
    }

    @Test func `waits once for the row of an owner, whose writes alone fail`() throws {
        let session = CountingSession(try world.connect())
        _ = try session.exchange([PostgresCommand("SET lock_timeout = '100ms'")])
        let process = try world.connect()
        _ = try process.run("BEGIN")
        _ = try process.run("SELECT 1 FROM owners WHERE owner = \(owners[0].key) FOR NO KEY UPDATE")
        let batch = batch { session }

        let outcomes = batch.run(jobs(20), []).items

        _ = try process.run("ROLLBACK")
        for (number, outcome) in outcomes.enumerated() {
            if number % 2 == 1 {
                #expect(try outcome.get().changed)
            } else if case .failure(.storage(.busy)) = outcome {
                continue
            } else {
                Issue.record("\(outcome)")
            }
        }
        // The session's setting, the writer's row, the refused lock, a rollback, the search for
        // locked rows, and two for the other owner's writes.
        #expect(session.trips == 7)
        #expect(try world.violations() == [])
    }

    @Test func `fails as a whole when the server does not answer again`() throws {
        var connections = 0
        let batch = batch { () throws(PostgresFailure) in
            connections += 1
            let session = FaultyPostgresSession(try world.connect(), fault: .stall)
            session.commandsLeft = 1
            return session
        }

        let outcomes = batch.run(jobs(20), []).items

        #expect(outcomes.count { (try? $0.get()) == nil } == 20)
        #expect(connections == 2)
        #expect(try world.database.repository().all(of: owners[0]) == [])
    }

    @Test func `leaves a server that became a standby while the owner's row was known`() throws {
        var sessions: [PostgresConnection] = []
        let batch = batch { () throws(PostgresFailure) in
            sessions.append(try world.connect())
            return sessions[sessions.count - 1]
        }
        func create(_ number: UInt64) -> Result<WriteOutcome, WriteFailure> {
            let new = NewItem(id: id(number), hasGeneratedID: true, content: content("x"))
            return batch.run(.add([new], onConflict: .refuse), of: owners[0])
        }
        for number in 1...6 as ClosedRange<UInt64> { _ = try create(number).get() }
        _ = try sessions[0].run("SET default_transaction_read_only = on")

        let outcome = create(7)

        #expect(try outcome.get().revision == 7)
        #expect(sessions.count == 2)
    }
}
