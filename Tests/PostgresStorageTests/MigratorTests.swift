import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Dispatch
import Items
import StorageTestSupport
import Synchronization
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `A schema on PostgreSQL` {
    @Test func `is made once by processes that start together`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let outcomes = Mutex<[Result<[String], any Error>]>([])

        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let outcome = Result<[String], any Error> {
                let session = try PostgresConnection(url, .patient)
                return try PostgresMigrator(session, clock: .constant(1)).migrate()
            }
            outcomes.withLock { $0.append(outcome) }
        }

        let applied = try outcomes.withLock { $0 }.flatMap { try $0.get() }
        #expect(applied == PostgresMigration.all.map(\.name))
    }

    @Test func `of another program is left as it is`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        try session.execute(script: "CREATE TABLE strangers ()")

        #expect(throws: PostgresOpenFailure.foreignDatabase) {
            try PostgresMigrator(session, clock: .constant(1)).migrate()
        }

        #expect(try session.run("SELECT to_regclass('migrations') IS NULL").bool(0, 0))
    }

    @Test func `that is newer, or was edited, is refused`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        let step = PostgresMigration(number: 1, name: "one", sql: "CREATE TABLE one ()")
        let next = PostgresMigration(number: 2, name: "two", sql: "CREATE TABLE two ()")
        func migrate(_ steps: [PostgresMigration]) throws(PostgresOpenFailure) -> [String] {
            try PostgresMigrator(session, steps, clock: .constant(1)).migrate()
        }
        #expect(try migrate([step]) == ["one"])
        #expect(try migrate([step, next]) == ["two"])
        #expect(try migrate([step, next]) == [])

        let edited = PostgresMigration(number: 1, name: "one", sql: "CREATE TABLE uno ()")
        #expect(throws: PostgresOpenFailure.newer(found: 2, known: 1)) { try migrate([step]) }
        #expect(throws: PostgresOpenFailure.edited("one")) { try migrate([edited, next]) }
    }

    @Test func `is as before when a step fails`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        let steps = [
            PostgresMigration(number: 1, name: "one", sql: "CREATE TABLE one ()"),
            PostgresMigration(number: 2, name: "two", sql: "CREATE TABLE one ()"),
        ]

        let failure = #expect(throws: PostgresOpenFailure.self) {
            try PostgresMigrator(session, steps, clock: .constant(1)).migrate()
        }

        guard case .migration("two", .refused) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try session.run("SELECT to_regclass('one') IS NULL").bool(0, 0))
    }
}
