import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Dispatch
import Glibc
import Items
import Storage
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
                return try Migrator(session, clock: .constant(1)).migrate()
            }
            outcomes.withLock { $0.append(outcome) }
        }

        let applied = try outcomes.withLock { $0 }.flatMap { try $0.get() }
        #expect(applied == Migration.postgres.map(\.name))
    }

    // proves: visible-1
    @Test func `is made once in each of many races`() throws {
        let server = try #require(PostgresServer.shared)
        let administrator = try PostgresConnection(server.url(of: "postgres"))

        var unexpected: [String] = []
        for _ in 0..<25 {
            _ = try administrator.run("CREATE DATABASE race")
            let outcomes = Mutex<[String]>([])
            let connected = Atomic<Int>(0)
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                let outcome: String
                do {
                    let session = try PostgresConnection(server.url(of: "race"), .patient)
                    connected.add(1, ordering: .sequentiallyConsistent)
                    while connected.load(ordering: .sequentiallyConsistent) < 2 { sched_yield() }
                    let steps = try Migrator(session, clock: .constant(1)).migrate()
                    outcome = "\(steps.count)"
                } catch {
                    connected.add(1, ordering: .sequentiallyConsistent)
                    outcome = "\(error)"
                }
                outcomes.withLock { $0.append(outcome) }
            }
            let found = outcomes.withLock { $0.sorted() }
            if found != ["0", "\(Migration.postgres.count)"] {
                unexpected.append(found.joined(separator: " and "))
            }
            _ = try administrator.run("DROP DATABASE race WITH (FORCE)")
        }

        #expect(unexpected == [])
    }

    @Test func `of another program is left as it is`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        try session.execute(script: "CREATE TABLE strangers ()")

        #expect(throws: PostgresOpenFailure.foreignDatabase) {
            try Migrator(session, clock: .constant(1)).migrate()
        }

        #expect(try session.run("SELECT to_regclass('migrations') IS NULL").bool(0, 0))
    }

    @Test func `that is newer, or was edited, is refused`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        let step = Migration(number: 1, name: "one", sql: "CREATE TABLE one ()")
        let next = Migration(number: 2, name: "two", sql: "CREATE TABLE two ()")
        func migrate(_ steps: [Migration]) throws(PostgresOpenFailure) -> [String] {
            try Migrator(session, steps, clock: .constant(1)).migrate()
        }
        #expect(try migrate([step]) == ["one"])
        #expect(try migrate([step, next]) == ["two"])
        #expect(try migrate([step, next]) == [])

        let edited = Migration(number: 1, name: "one", sql: "CREATE TABLE uno ()")
        #expect(throws: PostgresOpenFailure.newer(found: 2, known: 1)) { try migrate([step]) }
        #expect(throws: PostgresOpenFailure.edited("one")) { try migrate([edited, next]) }
    }

    // proves: separation-5
    @Test func `refuses a sign-in that does not permit everything`() throws {
        let world = try PostgresWorld()
        func addToken(_ label: String) throws(PostgresFailure) {
            try world.connection.execute(
                script: """
                    INSERT INTO tokens (selector, owner, digest, created_at, last_used_at, expires_at, \
                    label, scope) \
                    VALUES (gen_random_uuid(), 1, decode(repeat('00', 32), 'hex'), 1, 1, 1, \
                    \(label), 'read')
                    """)
        }

        try addToken("'report'")
        let signIn = #expect(throws: PostgresFailure.self) { try addToken("NULL") }

        guard case .refused(SQLState("23514"), _) = signIn else {
            Issue.record("\(String(describing: signIn))")
            return
        }
    }

    @Test func `is as before when a step fails`() throws {
        let url = try #require(PostgresServer.shared).makeDatabase()
        let session = try PostgresConnection(url)
        let steps = [
            Migration(number: 1, name: "one", sql: "CREATE TABLE one ()"),
            Migration(number: 2, name: "two", sql: "CREATE TABLE one ()"),
        ]

        let failure = #expect(throws: PostgresOpenFailure.self) {
            try Migrator(session, steps, clock: .constant(1)).migrate()
        }

        guard case .migration("two", .refused) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(try session.run("SELECT to_regclass('one') IS NULL").bool(0, 0))
    }
}
