package import Items
package import PostgreSQL

/// Why a database cannot be used.
package enum PostgresOpenFailure: Error, Equatable, Sendable {
    /// The server does not take writes: a standby.
    case readOnly
    /// The database has tables, but they are not of this program.
    case foreignDatabase
    /// The database has no tables yet.
    case empty
    /// The database has tables, and must have none.
    case notEmpty
    /// The database has accounts or items, and must have none.
    case hasData
    /// The database lacks steps of the schema.
    case older
    /// Programs with these names are connected, which may be servers.
    case inUse(connections: Int, of: String)
    /// The database was migrated by a newer program.
    case newer(found: Int, known: Int)
    /// The text of an applied step differs from this program's.
    case edited(String)
    /// A step failed; the database is unchanged.
    case migration(String, PostgresFailure)
    case database(PostgresFailure)
}

/// Migrates a database's schema, and refuses one of an unknown schema.
///
/// Servers may start together, so each first locks the table of steps.
package struct PostgresMigrator {
    let session: any PostgresSession
    let migrations: [PostgresMigration]
    private let clock: Clock

    /// A migrator that applies `migrations` in order.
    package init(
        _ session: any PostgresSession, _ migrations: [PostgresMigration] = PostgresMigration.all,
        clock: Clock
    ) {
        self.session = session
        self.migrations = migrations
        self.clock = clock
    }

    /// Applies the missing steps in one transaction, and returns their names.
    package func migrate(
        onlyIfEmpty: Bool = false
    ) throws(PostgresOpenFailure) -> [String] {
        try makeTable()
        do throws(PostgresOpenFailure) {
            let applied = try apply()
            guard !onlyIfEmpty || applied.count == migrations.count else { throw .notEmpty }
            try opening { () throws(PostgresFailure) in _ = try session.run("COMMIT") }
            return applied
        } catch {
            if session.isConnected, (try? session.run("ROLLBACK")) == nil { session.close() }
            throw error
        }
    }

    private func makeTable() throws(PostgresOpenFailure) {
        guard try isNew() else { return }
        do throws(PostgresOpenFailure) {
            try requireEmpty()
        } catch {
            // Another process may have made the tables meanwhile, `migrations` first.
            if try !isNew() { return }
            throw error
        }
        do throws(PostgresFailure) {
            try session.execute(
                script: """
                    CREATE TABLE IF NOT EXISTS migrations (
                        number bigint PRIMARY KEY, name text NOT NULL, checksum bigint NOT NULL,
                        applied_at double precision NOT NULL
                    )
                    """)
        } catch {
            // Two servers that create a table at the same time collide in the catalogue, which
            // refuses the second one by 23505, 42710 or 42P07. Then the table is there.
            guard session.isConnected, try !isNew() else { throw .database(error) }
        }
    }

    private func isNew() throws(PostgresOpenFailure) -> Bool {
        try opening { () throws(PostgresFailure) in
            try session.run("SELECT to_regclass('migrations') IS NULL").bool(0, 0)
        }
    }

    /// Applies missing steps in a transaction that it begins.
    private func apply() throws(PostgresOpenFailure) -> [String] {
        let records = try opening { () throws(PostgresFailure) in
            try session.exchange([
                PostgresCommand("BEGIN"),
                PostgresCommand("LOCK TABLE migrations IN SHARE ROW EXCLUSIVE MODE"),
                PostgresCommand("SELECT number, checksum FROM migrations ORDER BY number"),
            ])[2]
        }
        var applied: Set<Int> = []
        for row in 0..<records.count {
            let (number, checksum) = try opening { () throws(PostgresFailure) in
                (try records.integer(row, 0), try records.integer(row, 1))
            }
            guard let migration = migrations.first(where: { $0.number == number }) else {
                throw .newer(found: number, known: migrations.map(\.number).max() ?? 0)
            }
            guard migration.checksum == checksum else { throw .edited(migration.name) }
            applied.insert(number)
        }
        let missing = migrations.filter { !applied.contains($0.number) }
        for migration in missing {
            do throws(PostgresFailure) {
                try session.execute(script: migration.sql)
                _ = try session.run(record(of: migration))
            } catch {
                throw .migration(migration.name, error)
            }
        }
        return missing.map(\.name)
    }

    private func record(of migration: PostgresMigration) -> PostgresCommand {
        PostgresCommand(
            "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)"
        ) {
            $0.append(migration.number)
            $0.append(migration.name)
            $0.append(migration.checksum)
            $0.append(clock.now())
        }
    }
}

/// Performs database work; an error becomes a `PostgresOpenFailure`.
func opening<Value: ~Copyable>(
    _ work: () throws(PostgresFailure) -> Value
) throws(PostgresOpenFailure) -> Value {
    do throws(PostgresFailure) {
        return try work()
    } catch {
        throw .database(error)
    }
}
