package import Accounts
package import Items
import SQLite

/// Changes accounts from outside the server, which may be running on the same file.
///
/// It writes as the server does, and a running one sees at its next look what is
/// new: the tokens that it remembers are held against the number of revocations.
package final class AccountAdministrator {
    private let session: Connection
    private let batch: WriteBatch

    /// Opens the database as a server would, and gives others so long to let go of it.
    package static func open(
        _ path: String, busyMilliseconds: Int, clock: Clock
    ) throws(OpenFailure) -> AccountAdministrator {
        let session = try Connection.openMigrated(
            path, busyMilliseconds: busyMilliseconds, clock: clock)
        return try opening { () throws(DatabaseError) in
            // To erase a leaving one here and now would keep those who write from the lock
            // meanwhile, and nothing but an adoption, which is refused then, needs the local owner.
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

    /// Whose account has this email, nil when there is none.
    package func owner(of email: Email) throws(StorageFailure) -> Owner? {
        try storing { () throws(DatabaseError) in try session.owner(of: email) }
    }

    /// What the account of an owner is called, nil when there is none any more.
    package func name(of owner: Owner) throws(StorageFailure) -> String? {
        try storing { () throws(DatabaseError) in
            try session.query("SELECT name FROM accounts WHERE owner = ?1") {
                statement throws(DatabaseError) in
                try statement.bind(owner.key, at: 1)
                return try session.step(&statement) ? try statement.validString(at: 0) : nil
            }
        }
    }

    /// Does changes in one transaction, each of them whole or not at all.
    package func perform(_ writes: [AccountWrite]) -> [AccountJob.Outcome] {
        batch.run([WriteJob](), writes.map { AccountJob(write: $0) { _ in } }).accounts
    }

    /// Erases a little of who has left; true as long as there is more.
    package func eraseSome() -> Bool {
        guard batch.maintenanceState == .pending else { return false }
        _ = batch.run([WriteJob](), [], isEraseStep: true)
        return batch.maintenanceState == .pending
    }

    /// Whether something is left of who has left that could not be erased.
    package var hasFailed: Bool { batch.maintenanceState == .failed }

    /// The selectors of an owner's tokens.
    package func tokens(of owner: Owner) throws(StorageFailure) -> [TokenSelector] {
        try selectors("owner = ?1") { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
        }
    }

    /// The selectors from the first to the last of these.
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
    /// Whose account has this email, nil when there is none.
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
