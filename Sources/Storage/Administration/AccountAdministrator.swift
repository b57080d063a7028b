package import Accounts
package import Items

/// Changes accounts and tokens while servers run, in the same way as they do. Servers notice the
/// changes, because they compare the counter of revocations with that of their cached tokens.
package final class AccountAdministrator {
    /// For reads.
    package let session: any DatabaseSession
    private let batch: any BatchWriter
    private let close: () -> Void

    /// Writes by `batch`; `close` is called in the end.
    package init(
        _ session: any DatabaseSession, _ batch: any BatchWriter, close: @escaping () -> Void = {}
    ) {
        self.session = session
        self.batch = batch
        self.close = close
    }

    deinit {
        close()
    }

    /// Performs changes, each whole or not at all.
    package func perform(_ writes: [AccountWrite]) -> [AccountJob.Outcome] {
        defer { batch.maintain() }
        let jobs = writes.map { AccountJob(write: $0) { _ in } }
        return batch.run([], jobs, isMaintenance: false).accounts
    }

    /// Erases some rows of owners that are leaving; true while more remain.
    package func eraseSome() -> Bool {
        guard batch.maintenanceState == .pending else { return false }
        _ = batch.run([], [], isMaintenance: true)
        batch.maintain()
        return batch.maintenanceState == .pending
    }

    /// Whether a maintenance step failed and rows of leaving owners remain.
    package var hasFailed: Bool { batch.maintenanceState == .failed }
}

extension DatabaseSession {
    /// The owner of the account with this email, nil when there is none.
    package func owner(of email: Email) throws(StorageFailure) -> Owner? {
        try storing { () throws(Failure) in try account(with: email) }
    }

    /// The name of the owner's account, nil when it was removed.
    package func name(of owner: Owner) throws(StorageFailure) -> String? {
        try storing { () throws(Failure) in
            try rows("SELECT name FROM accounts WHERE owner = $1", [.integer(owner.key)]) {
                row throws(Failure) in try row.text(0)
            }.first
        }
    }

    /// The number of items that were written without accounts and that no account has adopted.
    package func itemsWithoutAccount() throws(StorageFailure) -> Int {
        let local = Owner.localKey
        return try count(
            """
            items WHERE \(Self.items(of: "\(local)")) \
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE owner = \(local)) \
            AND EXISTS (SELECT 1 FROM owners WHERE owner = \(local) AND NOT leaving)
            """)
    }

    /// The number of rows of what follows FROM.
    func count(_ rows: String) throws(StorageFailure) -> Int {
        try storing { () throws(Failure) in
            try self.rows("SELECT count(*) FROM \(rows)") { row throws(Failure) in
                try row.integer(0)
            }.first ?? 0
        }
    }

    /// The owners of the tokens that have a handle, one for each token.
    package func ownersOfTokens(_ handle: TokenHandle) throws(StorageFailure) -> [Owner] {
        try storing { () throws(Failure) in
            try rows(
                "\(AccountStatements.tokens) WHERE selector BETWEEN $1 AND $2",
                [.selector(handle.range.first), .selector(handle.range.last)]
            ) { row throws(Failure) in try row.owner() }
        }
    }
}
