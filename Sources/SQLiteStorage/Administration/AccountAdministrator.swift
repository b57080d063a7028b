package import Accounts
package import Items
import SQLite
package import Storage

/// Changes accounts from another process than the server, which may be running on the same file.
///
/// It writes as the server does. A running server notices: it compares the revocation counter with
/// that of its cached tokens.
package final class AccountAdministrator: AccountAdministration {
    private let session: Connection
    private let batch: WriteBatch

    /// Opens the database as the server does; waits up to `busyMilliseconds` for its lock.
    package static func open(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> AccountAdministrator {
        let session = try Connection.openMigrated(
            path, busyMilliseconds: busyMilliseconds, clock: clock)
        return try opening { () throws(DatabaseError) in
            // A local owner that is leaving is not erased here, since that would block other
            // writers. Only an adoption needs the local owner, and it is refused meanwhile.
            if try !session.isLocalOwnerLeaving() { _ = try session.localOwner() }
            return AccountAdministrator(
                session,
                try WriteBatch(session: session, clock: clock, commits: CommitCounter()))
        }
    }

    private init(_ session: Connection, _ batch: WriteBatch) {
        self.session = session
        self.batch = batch
    }

    /// The owner of the account with this email, nil when there is none.
    package func owner(of email: Email) throws(StorageFailure) -> Owner? {
        try storing { () throws(DatabaseError) in try session.owner(of: email) }
    }

    /// The number of items that were written without accounts and that no account has adopted.
    package func itemsWithoutAccount() throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in try session.itemsWithoutAccount() }
    }

    /// The name of the owner's account, nil when it was removed.
    package func name(of owner: Owner) throws(StorageFailure) -> String? {
        try storing { () throws(DatabaseError) in
            try session.query("SELECT name FROM accounts WHERE owner = ?1") {
                statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                return try session.step(&statement) ? try statement.validString(at: 0) : nil
            }
        }
    }

    /// Performs changes in one transaction, each whole or not at all.
    package func perform(_ writes: [AccountWrite]) -> [AccountJob.Outcome] {
        batch.run([WriteJob](), writes.map { AccountJob(write: $0) { _ in } }).accounts
    }

    /// Erases some rows of owners that are leaving; true while more remain.
    package func eraseSome() -> Bool {
        guard batch.maintenanceState == .pending else { return false }
        _ = batch.run([WriteJob](), [], isEraseStep: true)
        return batch.maintenanceState == .pending
    }

    /// Whether an erase step failed and rows of leaving owners remain.
    package var hasFailed: Bool { batch.maintenanceState == .failed }

    /// The selectors of an owner's tokens.
    package func tokens(of owner: Owner) throws(StorageFailure) -> [TokenSelector] {
        try selectors("owner = ?1") { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
        }
    }

    /// The selectors of the tokens in a range of selectors.
    package func tokens(
        from first: TokenSelector, to last: TokenSelector
    ) throws(StorageFailure) -> [TokenSelector] {
        try selectors("selector BETWEEN ?1 AND ?2") { statement throws(DatabaseError) in
            try statement.bind(uuid: first.high, low: first.low, at: 1)
            try statement.bind(uuid: last.high, low: last.low, at: 2)
        }
    }

    private func selectors(
        _ condition: String, _ bind: (inout Statement) throws(DatabaseError) -> Void
    ) throws(StorageFailure) -> [TokenSelector] {
        try storing { () throws(DatabaseError) in
            try session.query("SELECT selector FROM tokens WHERE \(condition)") {
                statement throws(DatabaseError) in
                try bind(&statement)
                var found: [TokenSelector] = []
                while try session.step(&statement) {
                    found.append(try AccountColumns.selector(statement, at: 0))
                }
                return found
            }
        }
    }
}

extension StorageSession {
    /// The owner of the account with this email, nil when there is none.
    func owner(of email: Email) throws(DatabaseError) -> Owner? {
        try query(
            "SELECT owner, epoch FROM accounts JOIN owners USING (owner) WHERE email_key = ?1"
        ) { statement throws(DatabaseError) in
            try statement.bind(blob: email.key.span, at: 1)
            guard try step(&statement) else { return nil }
            return Owner(key: try statement.counter(at: 0), epoch: try statement.epoch(at: 1))
        }
    }
}
