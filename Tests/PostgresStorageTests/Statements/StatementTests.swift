import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite struct `Statements that Citus and CockroachDB take` {
    @Test(.enabled(if: PostgresWorld.isAvailable))
    func `are all that requests and maintenance send`() throws {
        let world = try PostgresWorld()

        let entries = try Conversation.record(on: world, hasPlans: false)

        let statements = Set(entries.map(\.sql))
        let faults = statements.flatMap { sql in
            StatementRules.faults(of: sql).map { "\($0): \(sql)" }
        }
        #expect(faults == [])
        #expect(statements.count >= 90)
        #expect(statements.contains { $0.contains("another process has written first") })
        #expect(try world.violations() == [])
    }

    @Test func `are those of the schema too`() throws {
        #expect(Migration.postgres.flatMap { StatementRules.faults(ofSchema: $0.sql) } == [])
    }

    @Test(arguments: [
        ("SELECT pg_advisory_xact_lock(1)", "an advisory lock"),
        ("DO $$ BEGIN END $$", "code in the database"),
        ("SELECT pg_xact_status($1)", "a transaction id"),
        ("SELECT pg_notify('a', $1)", "a notification outside RevisionSignalExchange"),
        ("CREATE INDEX a ON b USING gist (c)", "an index of another kind"),
        ("CREATE TABLE a (b bigint REFERENCES c)", "a foreign key"),
        ("CREATE TRIGGER a", "a trigger"),
        ("LOCK TABLE a", "a lock of a table"),
        (
            "SELECT 1 FROM accounts a\nJOIN tokens b ON a.id = b.id FOR UPDATE",
            "locks of rows over a join"
        ),
        ("SELECT 1 FROM items WHERE id = $1", "items of all owners"),
        (
            "SELECT 1 FROM items WHERE owner = $1 AND EXISTS (SELECT 1 FROM items)",
            "items of all owners"
        ),
        ("SELECT 1 FROM tokens t JOIN owners o ON o.epoch = t.epoch", "owners of all owners"),
        ("DELETE FROM changes WHERE revision = $1", "changes of all owners"),
        ("UPDATE owners SET revision = 1", "owners of all owners"),
        ("INSERT INTO items (id) VALUES ($1)", "a row of items without its owner"),
    ])
    func `are distinguished from others`(sql: String, fault: String) {
        #expect(StatementRules.faults(of: sql) == [fault])
    }

    @Test(arguments: [
        "SELECT 1 FROM items i WHERE i.owner = $1",
        "UPDATE owners SET a = b WHERE owner = ANY ($1)",
        "SELECT 1 FROM unnest($1, $2) AS n (owner, id) JOIN items i ON i.owner = n.owner",
        "INSERT INTO items (owner, id) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE SET b = 1",
    ])
    func `name their owners`(sql: String) {
        #expect(StatementRules.faults(of: sql) == [])
    }
}
