package import Items
package import PostgreSQL
package import Storage

/// The schema of a PostgreSQL database.
///
/// Servers may start together, so each first locks the table of steps.
package struct PostgresSchema {
    private let session: any PostgresSession

    package init(_ session: any PostgresSession) {
        self.session = session
    }

    private func hasSteps() throws(PostgresOpenFailure) -> Bool {
        try opening { () throws(PostgresFailure) in
            try session.run("SELECT to_regclass('migrations') IS NOT NULL").bool(0, 0)
        }
    }

    /// Throws if the database has tables, which are of another program.
    private func requireEmpty() throws(PostgresOpenFailure) {
        let isEmpty = try opening { () throws(PostgresFailure) in
            try session.run(
                """
                SELECT NOT EXISTS (SELECT 1 FROM pg_tables \
                WHERE schemaname = current_schema() AND tablename <> 'migrations')
                """
            ).bool(0, 0)
        }
        guard isEmpty else { throw .foreignDatabase }
    }

    private func makeTable() throws(PostgresOpenFailure) {
        do throws(PostgresFailure) {
            try session.execute(
                script: """
                    CREATE TABLE IF NOT EXISTS migrations (
                        number bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL,
                        applied_at double precision NOT NULL
                    )
                    """)
        } catch {
            // Two servers that create a table at the same time collide in the catalogue, which
            // refuses the second one by 23505, 42710 or 42P07. Then the table is there.
            guard session.isConnected, try hasSteps() else { throw .database(error) }
        }
    }
}

extension PostgresSchema: SchemaSession {
    package typealias Failure = PostgresFailure
    package typealias Row = PostgresRow
    package typealias SchemaFailure = PostgresOpenFailure

    package func run(
        _ sql: String, _ values: [SQLValue], _ body: (PostgresRow) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) -> Int {
        try session.sql.run(sql, values, body)
    }

    package func run(_ sql: String, each lists: [[SQLValue]]) throws(PostgresFailure) {
        try session.sql.run(sql, each: lists)
    }

    package func execute(script: String) throws(PostgresFailure) {
        try session.execute(script: script)
    }

    package func isNew() throws(PostgresOpenFailure) -> Bool {
        if try hasSteps() { return false }
        do throws(PostgresOpenFailure) {
            try requireEmpty()
        } catch {
            // Another process may have made the tables meanwhile, `migrations` first.
            if try hasSteps() { return false }
            throw error
        }
        return true
    }

    package func begin() throws(PostgresOpenFailure) -> Bool {
        if try isNew() { try makeTable() }
        try opening { () throws(PostgresFailure) in
            _ = try session.exchange([
                PostgresCommand("BEGIN"),
                PostgresCommand("LOCK TABLE migrations IN SHARE ROW EXCLUSIVE MODE"),
            ])
        }
        return false
    }

    package func rollBack() {
        if session.isConnected, (try? session.run("ROLLBACK")) == nil { session.close() }
    }

    /// The server's users and their rights keep others from the schema.
    package func requireSchema(of steps: [Migration]) {}
}

extension Migrator<PostgresSchema> {
    /// A migrator that applies `migrations` in order.
    package init(
        _ session: any PostgresSession, _ migrations: [Migration] = Migration.postgres, clock: Clock
    ) {
        self.init(PostgresSchema(session), migrations, clock: clock)
    }
}
