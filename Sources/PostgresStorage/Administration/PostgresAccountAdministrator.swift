package import Accounts
package import Items
import PostgreSQL
package import Storage

/// Changes accounts beside the servers, which compare the counter of revocations with that of their
/// cached tokens.
package final class PostgresAccountAdministrator: AccountAdministration {
    private let session: PostgresConnection
    private let batch: PostgresBatch

    /// Opens a database as a server does.
    package static func open(
        _ database: PostgresAdministration, clock: Clock
    ) throws(PostgresOpenFailure) -> PostgresAccountAdministrator {
        let session = try database.openMigrated(clock: clock)
        try opening { () throws(PostgresFailure) in
            // Only an adoption needs the local owner, and it is refused while the rows of the
            // account that had it are erased.
            let leaving = try session.run(
                "SELECT 1 FROM owners WHERE owner = \(Owner.localKey) AND leaving")
            if leaving.count == 0 { _ = try session.localOwner() }
        }
        var random = SystemRandomNumberGenerator()
        let batch = PostgresBatch(
            writer: PostgresUUID(high: random.next(), low: random.next()), clock: clock
        ) { () throws(PostgresFailure) in try database.connect() }
        return PostgresAccountAdministrator(session, batch)
    }

    private init(_ session: PostgresConnection, _ batch: PostgresBatch) {
        self.session = session
        self.batch = batch
    }

    deinit {
        // A row of a writer that stays does no harm.
        try? batch.close()
    }

    package func owner(of email: Email) throws(StorageFailure) -> Owner? {
        try storing { () throws(PostgresFailure) in try session.owner(of: email) }
    }

    package func name(of owner: Owner) throws(StorageFailure) -> String? {
        try storing { () throws(PostgresFailure) in
            let rows = try session.run(
                PostgresCommand("SELECT name FROM accounts WHERE owner = $1") {
                    $0.append(owner.key)
                })
            return rows.count == 0 ? nil : rows.string(0, 0)
        }
    }

    package func itemsWithoutAccount() throws(StorageFailure) -> Int {
        try storing { () throws(PostgresFailure) in try session.itemsWithoutAccount() }
    }

    package func tokens(of owner: Owner) throws(StorageFailure) -> [TokenSelector] {
        try selectors("owner = $1") { $0.append(owner.key) }
    }

    package func tokens(
        from first: TokenSelector, to last: TokenSelector
    ) throws(StorageFailure) -> [TokenSelector] {
        try selectors("selector BETWEEN $1 AND $2") {
            $0.append(PostgresUUID(first))
            $0.append(PostgresUUID(last))
        }
    }

    private func selectors(
        _ condition: String, _ append: (inout PostgresParameters) -> Void
    ) throws(StorageFailure) -> [TokenSelector] {
        try storing { () throws(PostgresFailure) in
            let rows = try session.run(
                PostgresCommand("SELECT selector FROM tokens WHERE \(condition)", append))
            return try (0..<rows.count).map { row throws(PostgresFailure) in
                try TokenSelector(rows.uuid(row, 0))
            }
        }
    }

    package func perform(_ writes: [AccountWrite]) -> [AccountJob.Outcome] {
        batch.run([], writes.map { AccountJob(write: $0) { _ in } }, isEraseStep: false).accounts
    }

    package func eraseSome() -> Bool {
        guard batch.maintenanceState == .pending else { return false }
        _ = batch.run([], [], isEraseStep: true)
        return batch.maintenanceState == .pending
    }

    package var hasFailed: Bool { batch.maintenanceState == .failed }
}

extension PostgresSession {
    /// The owner of the account with this email, nil when there is none.
    func owner(of email: Email) throws(PostgresFailure) -> Owner? {
        let rows = try run(
            PostgresCommand(
                """
                SELECT o.owner, o.epoch FROM accounts a JOIN owners o ON o.owner = a.owner \
                WHERE a.email_key = $1
                """
            ) { $0.append(PostgresBytes(email.key)) })
        if rows.count == 0 { return nil }
        return Owner(key: try rows.integer(0, 0), epoch: rows.string(0, 1))
    }

    /// The number of items that were written without accounts and that no account has adopted.
    func itemsWithoutAccount() throws(PostgresFailure) -> Int {
        try run(
            PostgresCommand(
                """
                SELECT count(*) FROM items WHERE owner = $1 \
                AND NOT EXISTS (SELECT 1 FROM accounts WHERE owner = $1) \
                AND EXISTS (SELECT 1 FROM owners WHERE owner = $1 AND NOT leaving)
                """
            ) { $0.append(Owner.localKey) }
        ).integer(0, 0)
    }
}

extension TokenSelector {
    init(_ uuid: PostgresUUID) {
        self.init(high: uuid.high, low: uuid.low)
    }
}
