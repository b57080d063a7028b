package import Items
import PostgreSQL
package import Storage

extension PostgresAdministration {
    /// Opens a database, which must have this program's schema, to read it while servers may be
    /// writing.
    package func session() throws(PostgresOpenFailure) -> any DatabaseSession {
        try openCurrent().sql
    }

    /// Opens a database as a server does, to change accounts while servers may be running.
    package func accountAdministrator(
        clock: Clock
    ) throws(PostgresOpenFailure) -> AccountAdministrator {
        let session = try openMigrated(clock: clock)
        try opening { () throws(PostgresFailure) in
            // Only an adoption needs the local owner, and it is refused while the rows of the
            // account that had it are erased.
            let leaving = try session.run(
                "SELECT 1 FROM owners WHERE owner = \(Owner.localKey) AND leaving")
            if leaving.count == 0 { _ = try session.localOwner() }
        }
        var random = SystemRandomNumberGenerator()
        let batch = WriteBatch(
            writer: PostgresUUID(high: random.next(), low: random.next()), clock: clock
        ) { () throws(PostgresFailure) in try connect() }
        // A row of a writer that stays does no harm.
        return AccountAdministrator(session.sql, batch) { try? batch.close() }
    }

    /// Opens an empty database for a copy; servers that start meanwhile wait. Makes the schema if
    /// it is missing.
    package func copyTarget(clock: Clock) throws(PostgresOpenFailure) -> any CopyTarget {
        let session = try openMigrated(clock: clock)
        let isEmpty = try opening { () throws(PostgresFailure) in
            let results = try session.exchange(
                [
                    "BEGIN", "LOCK TABLE owners IN EXCLUSIVE MODE",
                    """
                    SELECT NOT EXISTS (SELECT 1 FROM owners WHERE owner <> 1 OR revision > 0) \
                    AND NOT EXISTS (SELECT 1 FROM accounts)
                    """,
                    // The local owner of a server that has run without a write.
                    "DELETE FROM owners WHERE revision = 0",
                ].map { PostgresCommand($0) })
            return try results[2].bool(0, 0)
        }
        // The transaction ends with the connection.
        guard isEmpty else { throw .hasData }
        try session.requireAlone()
        return DatabaseCopyTarget(
            session.sql,
            end: [
                "SELECT setval('owner_keys', greatest(1, (SELECT max(owner) FROM owners)))",
                "ANALYZE owners, items, accounts, tokens", "COMMIT",
            ]
        ) { items throws(PostgresFailure) in
            _ = try session.run(
                PostgresCommand(BatchRows.insertSQL) { PostgresItemColumns.append(items, to: &$0) })
        }
    }
}
