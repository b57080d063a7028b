package import Items
import PostgreSQL
package import Storage

/// A database for commands, on which servers may be running.
package struct PostgresAdministration: Sendable {
    /// The wait for the locks of other writers.
    package var lockSeconds = 10
    private let url: String

    package init(_ url: String) {
        self.url = url
    }

    /// A connection with a long time-out, because commands read much at once.
    func connect() throws(PostgresFailure) -> PostgresConnection {
        var options = PostgresDatabase.Options().connection
        options.answerMilliseconds = 3_600_000
        options.settings.removeAll { $0.name == "lock_timeout" }
        // 0 would be no limit.
        options.settings.append(("lock_timeout", "\(max(1, lockSeconds * 1_000))ms"))
        return try PostgresConnection(url, options)
    }

    /// A connection to a database that was migrated before.
    func openCurrent() throws(PostgresOpenFailure) -> PostgresConnection {
        let session = try opening { () throws(PostgresFailure) in try connect() }
        try Migrator(session, clock: .constant(0)).requireCurrent()
        return session
    }

    /// A connection to a database that is migrated first.
    func openMigrated(clock: Clock) throws(PostgresOpenFailure) -> PostgresConnection {
        let session = try openForWriting()
        _ = try Migrator(session, clock: clock).migrate()
        return session
    }

    /// Applies the missing steps of the schema; returns their names.
    package func migrate(clock: Clock) throws(PostgresOpenFailure) -> [String] {
        try Migrator(openForWriting(), clock: clock).migrate()
    }

    /// Makes the schema in an empty database, its tables with an owner in this number of parts.
    package func migrate(
        partitions: Int, clock: Clock
    ) throws(PostgresOpenFailure) -> [String] {
        let session = try openForWriting()
        let migrator = Migrator(
            session, Migration.postgres.map { $0.partitioned(into: partitions) }, clock: clock)
        guard try migrator.status().allSatisfy({ $0.state == .pending }) else { throw .notEmpty }
        let applied = try migrator.migrate()
        // Another process may have made the tables meanwhile.
        guard !applied.isEmpty else { throw .notEmpty }
        return applied
    }

    /// The state of every step of the schema; nothing is changed.
    package func status() throws(PostgresOpenFailure) -> [MigrationStep] {
        let session = try opening { () throws(PostgresFailure) in try connect() }
        return try Migrator(session, clock: .constant(0)).status()
    }

    /// A connection to a server that takes writes.
    func openForWriting() throws(PostgresOpenFailure) -> PostgresConnection {
        let session = try opening { () throws(PostgresFailure) in try connect() }
        try session.requireWritable()
        return session
    }
}

extension PostgresSession {
    /// Throws if the server takes no writes.
    func requireWritable() throws(PostgresOpenFailure) {
        let isReadOnly = try opening { () throws(PostgresFailure) in
            try run("SELECT current_setting('transaction_read_only')").string(0, 0) == "on"
        }
        guard !isReadOnly else { throw .readOnly }
    }

    /// Throws if another process of this program may be connected to the database: it would
    /// continue with its caches of owners. A URL can give it any name, so its user counts as well.
    func requireAlone() throws(PostgresOpenFailure) {
        var attempts = 20
        while true {
            let (count, programs) = try opening { () throws(PostgresFailure) in
                try otherConnections()
            }
            if count == 0 { return }
            attempts -= 1
            guard attempts > 0 else { throw .inUse(connections: count, of: programs) }
            // A server that has just stopped may still be leaving.
            try opening { () throws(PostgresFailure) in
                _ = try run("SELECT pg_sleep(0.1), pg_stat_clear_snapshot()")
            }
        }
    }

    private func otherConnections() throws(PostgresFailure) -> (count: Int, programs: String) {
        let rows = try run(
            """
            SELECT count(*), string_agg(DISTINCT application_name, ', ') \
            FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid() AND backend_type = 'client backend' \
            AND (usename = current_user \
            OR application_name = current_setting('application_name'))
            """)
        return (try rows.integer(0, 0), rows.string(0, 1))
    }

    /// Runs work in a transaction, which is rolled back if it fails.
    func transaction<Value>(
        _ begin: String = "BEGIN", _ work: () throws(PostgresFailure) -> Value
    ) throws(PostgresFailure) -> Value {
        _ = try run(begin)
        do throws(PostgresFailure) {
            let value = try work()
            _ = try run("COMMIT")
            return value
        } catch {
            // Closing ends the transaction as well.
            if isConnected, (try? run("ROLLBACK")) == nil { close() }
            throw error
        }
    }
}
