import Accounts
package import Items
import PostgreSQL
package import Storage

/// Writes a copy into an empty database, in one transaction, which servers that start meanwhile wait
/// for.
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
            list.append(owners.map { $0.key as Int? })
            list.append(clocks.map { $0.epoch as String? })
            list.append(zip(owners, clocks).map { $0.revision + $1.jump as Int? })
            list.append(owners.map { $0.lastSequence as Int? })
            list.append(owners.map { $0.itemBytes as Int? })
        }
    }

    private func insertion(of accounts: [CopiedAccount]) -> PostgresCommand {
        PostgresCommand(
            """
            INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """
        ) { list in
            list.append(accounts.map { $0.owner as Int? })
            list.append(accounts.map { $0.name as String? })
            list.append(accounts.map { $0.email.text as String? })
            list.append(accounts.map { PostgresBytes($0.email.key) as PostgresBytes? })
            list.append(accounts.map { $0.password as String? })
            list.append(accounts.map { $0.createdAt as Double? })
        }
    }

    private func insertion(of tokens: [Token]) -> PostgresCommand {
        PostgresCommand(
            """
            INSERT INTO tokens (selector, owner, digest, label, created_at, last_used_at, \
            expires_at, is_fixed) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
            """
        ) { list in
            list.append(tokens.map { PostgresUUID($0.selector) as PostgresUUID? })
            list.append(tokens.map { $0.owner.key as Int? })
            list.append(tokens.map { PostgresBytes($0.digest.bytes) as PostgresBytes? })
            list.append(tokens.map(\.label))
            list.append(tokens.map { $0.createdAt as Double? })
            list.append(tokens.map { $0.lastUsedAt as Double? })
            list.append(tokens.map { $0.expiresAt as Double? })
            list.append(tokens.map { $0.isFixed as Bool? })
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
