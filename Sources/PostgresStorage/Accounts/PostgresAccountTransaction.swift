import Accounts
import Items
import PostgreSQL

/// Performs changes of accounts and tokens, each in a transaction that is open already.
///
/// It locks the owner's row first where there is one, as batches do.
struct PostgresAccountTransaction {
    typealias Outcome = Result<AccountOutcome, AccountFailure>

    let session: any PostgresSession

    /// Performs one change, or returns the refusal; the caller must roll back after either failure.
    func perform(
        _ write: AccountWrite, now: Double, trustedNow: Double
    ) throws(PostgresFailure) -> Outcome {
        switch write {
        case .add(let account): try add(account, now)
        case .remove(let owner, let expected): try remove(owner, expected)
        case .rehash(let owner, let from, let to): try rehash(owner, from, to)
        case .setPassword(let owner, let password): try setPassword(owner, password)
        case .change(let owner, let change): try self.change(owner, change)
        case .addToken(let token): try add(token, now, trustedNow)
        case .revoke(let selector): try revoke(selector, selector)
        case .revokeHandle(let handle, let owner):
            try revoke(handle.range.first, handle.range.last, of: owner)
        case .touch(let selector, let expiresAt): try touch(selector, expiresAt, now)
        }
    }

    private func add(_ account: NewAccount, _ now: Double) throws(PostgresFailure) -> Outcome {
        guard try self.account(with: account.email) == nil else { return .failure(.taken) }
        let owner: Owner
        if account.adoptsLocalItems {
            let local = try session.run(BatchStatements.lockOwners([Owner.localKey]))
            let adopter = try session.run(
                PostgresCommand("SELECT 1 FROM accounts WHERE owner = $1") {
                    $0.append(Owner.localKey)
                })
            guard adopter.count == 0 else { return .failure(.adopted) }
            // The removed account's rows are still being erased under that key.
            guard local.count == 1 else {
                return .failure(.storage(.busy("the local owner's items are being erased")))
            }
            owner = try OwnerState(local, 0).owner
        } else {
            owner = try addOwner()
        }
        _ = try session.run(
            PostgresCommand(
                """
                INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
                VALUES ($1, $2, $3, $4, $5, $6)
                """
            ) {
                $0.append(owner.key)
                $0.append(account.name)
                $0.append(account.email.text)
                $0.append(PostgresBytes(account.email.key))
                $0.append(account.password)
                $0.append(now)
            })
        return .success(
            .added(
                Account(owner: owner, name: account.name, email: account.email, createdAt: now)))
    }

    /// The key of the owner whose account has this email; nil if there is none.
    private func account(with email: Email) throws(PostgresFailure) -> Int? {
        let rows = try session.run(
            PostgresCommand("SELECT owner FROM accounts WHERE email_key = $1") {
                $0.append(PostgresBytes(email.key))
            })
        return rows.count == 0 ? nil : try rows.integer(0, 0)
    }

    /// Creates an owner with a key that was never used, and a new epoch.
    private func addOwner() throws(PostgresFailure) -> Owner {
        var random = SystemRandomNumberGenerator()
        let epoch = Owner.makeEpoch(random.next())
        let rows = try session.run(
            PostgresCommand(
                """
                INSERT INTO owners (owner, epoch) VALUES (nextval('owner_keys'), $1) \
                RETURNING owner
                """
            ) { $0.append(epoch) })
        return Owner(key: try rows.integer(0, 0), epoch: epoch)
    }

    private func remove(_ owner: Owner, _ expected: String?) throws(PostgresFailure) -> Outcome {
        if let failure = try refusalReason(owner, expected) { return .failure(failure) }
        for table in ["accounts", "tokens"] {
            _ = try session.run(
                PostgresCommand("DELETE FROM \(table) WHERE owner = $1") { $0.append(owner.key) })
        }
        try countRevocation()
        // The revision increases, so that event streams end and clients start over.
        _ = try session.run(
            PostgresCommand(
                "UPDATE owners SET leaving = true, revision = revision + 1 WHERE owner = $1"
            ) { $0.append(owner.key) })
        return .success(.done)
    }

    private func rehash(
        _ owner: Owner, _ from: String, _ to: String
    ) throws(PostgresFailure) -> Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        _ = try session.run(
            PostgresCommand(
                "UPDATE accounts SET password = $3 WHERE owner = $1 AND password = $2"
            ) {
                $0.append(owner.key)
                $0.append(from)
                $0.append(to)
            })
        return .success(.done)
    }

    private func setPassword(
        _ owner: Owner, _ password: String
    ) throws(PostgresFailure) -> Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        _ = try session.run(
            PostgresCommand("UPDATE accounts SET password = $2 WHERE owner = $1") {
                $0.append(owner.key)
                $0.append(password)
            })
        let revoked = try session.run(
            PostgresCommand("DELETE FROM tokens WHERE owner = $1") { $0.append(owner.key) }
        ).changed
        if revoked > 0 { try countRevocation() }
        return .success(.passwordSet(revoked: revoked))
    }

    private func change(_ owner: Owner, _ change: AccountChange) throws(PostgresFailure) -> Outcome
    {
        if let failure = try refusalReason(owner, change.expectedHash) { return .failure(failure) }
        guard try isStored(change.requestedBy, of: owner) else { return .failure(.noToken) }
        if let email = change.email, let other = try account(with: email), other != owner.key {
            return .failure(.taken)
        }
        let rows = try session.run(
            PostgresCommand(
                """
                UPDATE accounts SET name = coalesce($2, name), email = coalesce($3, email), \
                email_key = coalesce($4, email_key), password = coalesce($5, password) \
                WHERE owner = $1 RETURNING name, email, created_at
                """
            ) {
                $0.append(owner.key)
                $0.append(change.name)
                $0.append(change.email?.text)
                $0.append(change.email.map { PostgresBytes($0.key) })
                $0.append(change.password)
            })
        if change.password != nil { try revokeTokens(of: owner, but: change.requestedBy) }
        guard rows.count == 1 else { throw .unexpected("no account of an owner") }
        return .success(
            .changed(
                Account(
                    owner: owner, name: rows.string(0, 0), email: Email(stored: rows.string(0, 1)),
                    createdAt: try rows.double(0, 2))))
    }

    /// The refusal if the account does not exist, or its password is another than `expected`:
    /// hashing takes time, and both may have changed meanwhile.
    ///
    /// The epoch is compared, since the local owner's key is reused by one account after another.
    func refusalReason(
        _ owner: Owner, _ expected: String? = nil
    ) throws(PostgresFailure) -> AccountFailure? {
        let locked = try session.run(BatchStatements.lockOwners([owner.key]))
        guard locked.count == 1, try OwnerState(locked, 0).owner == owner else {
            return .noAccount
        }
        let rows = try session.run(
            PostgresCommand("SELECT password FROM accounts WHERE owner = $1") {
                $0.append(owner.key)
            })
        guard rows.count == 1 else { return .noAccount }
        guard let expected else { return nil }
        let stored = rows.string(0, 0)
        return stored == expected ? nil : .passwordChanged(stored)
    }

    func countRevocation() throws(PostgresFailure) {
        _ = try session.run("UPDATE revocations SET count = count + 1 WHERE one = 1")
    }
}
