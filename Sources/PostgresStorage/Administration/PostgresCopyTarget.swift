import Accounts
package import Items
import PostgreSQL
package import Storage

/// Writes a copy into an empty database, in one transaction, which servers that start meanwhile
/// wait for.
package final class PostgresCopyTarget: CopyTarget {
    private let session: PostgresConnection
    private var renewal = ClockRenewal()

    private init(_ session: PostgresConnection) {
        self.session = session
    }

    /// Makes the schema if it is not there, and begins the transaction.
    package static func open(
        _ database: PostgresAdministration, clock: Clock
    ) throws(PostgresOpenFailure) -> PostgresCopyTarget {
        let session = try database.openMigrated(clock: clock)
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
        return PostgresCopyTarget(session)
    }

    package func write(_ part: CopiedPart) throws(CopyFailure) {
        switch part {
        case .owners(let owners): try write(insertion(of: owners))
        case .accounts(let accounts): try write(insertion(of: accounts))
        case .tokens(let tokens): try write(insertion(of: tokens))
        case .items(let items):
            try write(PostgresCommand(BatchState.insertSQL) { ItemColumns.append(items, to: &$0) })
        }
    }

    package func finish() throws(CopyFailure) {
        try writing { () throws(PostgresFailure) in
            _ = try session.exchange(
                [
                    "SELECT setval('owner_keys', greatest(1, (SELECT max(owner) FROM owners)))",
                    "ANALYZE owners, items, accounts, tokens", "COMMIT",
                ].map { PostgresCommand($0) })
        }
    }

    private func insertion(of owners: [CopiedOwner]) -> PostgresCommand {
        let clocks = owners.map { _ in renewal.next() }
        return PostgresCommand(
            """
            INSERT INTO owners (owner, epoch, revision, last_sequence, item_bytes) \
            SELECT * FROM unnest($1, $2, $3, $4, $5)
            """
        ) { list in
            list.append(owners) { $0.key }
            list.append(clocks) { $0.epoch }
            list.append(Array(zip(owners, clocks))) { $0.0.revision + $0.1.jump }
            list.append(owners) { $0.lastSequence }
            list.append(owners) { $0.itemBytes }
        }
    }

    private func insertion(of accounts: [CopiedAccount]) -> PostgresCommand {
        PostgresCommand(
            """
            INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """
        ) { list in
            list.append(accounts) { $0.owner }
            list.append(accounts) { $0.name }
            list.append(accounts) { $0.email.text }
            list.append(accounts) { PostgresBytes($0.email.key) }
            list.append(accounts) { $0.password }
            list.append(accounts) { $0.createdAt }
        }
    }

    private func insertion(of tokens: [Token]) -> PostgresCommand {
        PostgresCommand(
            """
            INSERT INTO tokens (selector, owner, digest, label, created_at, last_used_at, \
            expires_at, is_fixed, is_read_only) \
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """
        ) { list in
            list.append(tokens) { PostgresUUID($0.selector) }
            list.append(tokens) { $0.owner.key }
            list.append(tokens) { PostgresBytes($0.digest.bytes) }
            list.append(tokens) { $0.label }
            list.append(tokens) { $0.createdAt }
            list.append(tokens) { $0.lastUsedAt }
            list.append(tokens) { $0.expiresAt }
            list.append(tokens) { $0.isFixed }
            list.append(tokens) { $0.isReadOnly }
        }
    }

    private func write(_ command: PostgresCommand) throws(CopyFailure) {
        try writing { () throws(PostgresFailure) in _ = try session.run(command) }
    }

    private func writing(
        _ work: () throws(PostgresFailure) -> Void
    ) throws(CopyFailure) {
        do throws(PostgresFailure) {
            try work()
        } catch {
            throw .target(StorageFailure(error))
        }
    }
}
