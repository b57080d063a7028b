import Items
import SQLite
import SQLiteTestSupport
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite struct `A schema that somebody else has changed` {
    // proves: durable-9
    @Test(arguments: [
        (
            "CREATE TRIGGER t AFTER INSERT ON items BEGIN SELECT 1; END",
            SchemaDifference(.added, type: "trigger", name: "t")
        ),
        ("CREATE VIEW v AS SELECT 1", SchemaDifference(.added, type: "view", name: "v")),
        ("CREATE TABLE t (a)", SchemaDifference(.added, type: "table", name: "t")),
        ("CREATE INDEX i ON items (id)", SchemaDifference(.added, type: "index", name: "i")),
        (
            "DROP INDEX tokens_by_use",
            SchemaDifference(.missing, type: "index", name: "tokens_by_use")
        ),
        (
            "ALTER TABLE marks ADD COLUMN x TEXT",
            SchemaDifference(.changed, type: "table", name: "marks")
        ),
    ])
    func `is refused by the name of what differs`(sql: String, difference: SchemaDifference) throws
    {
        let session = try migrated(Migration.sqlite)
        try session.execute(sql)

        #expect(throws: OpenFailure.altered(difference)) {
            try Migrator(session, clock: .constant(1)).migrate()
        }
        #expect(DatabaseCheck.run(session).findings == [.schema(.altered(difference))])
    }

    @Test func `is refused before a missing step is applied`() throws {
        let session = try migrated([Migration.sqlite[0]])
        try session.execute("CREATE VIEW v AS SELECT 1")

        #expect(throws: OpenFailure.self) {
            try Migrator(session, clock: .constant(1)).migrate()
        }

        #expect(try session.integer("SELECT count(*) FROM migrations") == 1)
    }

    /// The view never ends.
    @Test func `is refused without reading a view in the place of the steps`() throws {
        let session = try migrated(Migration.sqlite)
        try session.execute(
            """
            ALTER TABLE migrations RENAME TO former;
            CREATE VIEW Migrations AS WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT 1 FROM n)
            SELECT i AS number, '' AS name, '' AS checksum, 0 AS applied_at FROM n;
            """)
        let difference = SchemaDifference(.changed, type: "view", name: "Migrations")

        #expect(throws: OpenFailure.altered(difference)) {
            try Migrator(session, clock: .constant(1)).status()
        }
        #expect(DatabaseCheck.run(session).findings == [.schema(.altered(difference))])
    }

    @Test func `is not that of an operator who runs ANALYZE`() throws {
        let session = try migrated(Migration.sqlite)
        try session.execute("INSERT INTO owners (owner, epoch) VALUES (1, 'abcd'); ANALYZE")

        let applied = try Migrator(session, clock: .constant(1)).migrate()

        #expect(applied == [])
        #expect(try session.integer("SELECT count(*) FROM sqlite_stat1") ?? 0 > 0)
    }

    private func migrated(_ steps: [Migration]) throws -> SQLiteConnection {
        let session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        _ = try Migrator(session, steps, clock: .constant(0)).migrate()
        return session
    }
}
