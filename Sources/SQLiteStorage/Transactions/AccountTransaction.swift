import Accounts
import Items
import SQLite

/// Performs changes of accounts and tokens in the open transaction.
///
/// Statements are prepared for each use: a sign-in costs a password hash, and a token's use is
/// recorded once an hour.
struct AccountTransaction {
    typealias Outcome = Result<AccountOutcome, AccountFailure>

    let session: any StorageSession

    /// Performs one change, or returns the refusal; the caller must roll back after an error.
    func perform(
        _ write: AccountWrite, now: Double, trustedNow: Double
    ) throws(DatabaseError) -> Outcome {
        switch write {
        case .add(let account): try add(account, now)
        case .remove(let owner, let expected): try remove(owner, expected)
        case .rehash(let owner, let from, let to): try rehash(owner, from, to)
        case .setPassword(let owner, let password): try setPassword(owner, password)
        case .addToken(let token): try add(token, now, trustedNow)
        case .revoke(let selector): try revoke(selector)
        case .touch(let selector, let expiresAt): try touch(selector, expiresAt, now)
        }
    }

    private func add(_ account: NewAccount, _ now: Double) throws(DatabaseError) -> Outcome {
        let isTaken = try session.query("SELECT 1 FROM accounts WHERE email_key = ?1") {
            statement throws(DatabaseError) in
            try statement.bind(blob: account.email.key.span, at: 1)
            return try session.step(&statement)
        }
        guard !isTaken else { return .failure(.taken) }
        let owner: Owner
        if account.adoptsLocalItems {
            let adopter = try session.integer(
                "SELECT 1 FROM accounts WHERE owner = \(Owner.localKey)")
            guard adopter == nil else { return .failure(.adopted) }
            // The removed account's rows are still being erased under that key.
            guard let local = try session.findLocalOwner() else {
                return .failure(.storage(.busy("the local owner's items are being erased")))
            }
            owner = local
        } else {
            owner = try addOwner()
        }
        try session.run(
            """
            INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: account.name, at: 2)
            try statement.bind(text: account.email.text, at: 3)
            try statement.bind(blob: account.email.key.span, at: 4)
            try statement.bind(text: account.password, at: 5)
            try statement.bind(now, at: 6)
        }
        return .success(
            .added(
                Account(owner: owner, name: account.name, email: account.email, createdAt: now)))
    }

    /// Creates an owner with a key that was never used, and a new epoch.
    private func addOwner() throws(DatabaseError) -> Owner {
        try session.execute("UPDATE access SET last_owner = last_owner + 1 WHERE one = 1")
        var last = try session.prepare("SELECT last_owner FROM access WHERE one = 1")
        try last.require(try session.step(&last), "no counter of owners")
        var random = SystemRandomNumberGenerator()
        let owner = Owner(
            key: try last.counter(at: 0), epoch: Owner.makeEpoch(random.next()))
        guard owner.key < Slot.limit - 1 else {
            throw DatabaseError(code: 1, message: "there are no keys left for owners")
        }
        try session.run("INSERT INTO owners (owner, epoch) VALUES (?1, ?2)") {
            statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: owner.epoch, at: 2)
        }
        return owner
    }

    private func remove(_ owner: Owner, _ expected: String?) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(owner, expected) { return .failure(failure) }
        // A foreign key deletes its tokens.
        try session.execute("DELETE FROM accounts WHERE owner = \(owner.key)")
        try countRevocation()
        // The revision increases, so that a listening client is told to start over.
        try session.execute(
            """
            UPDATE owners SET leaving = 1, revision = revision + 1 WHERE owner = \(owner.key)
            """)
        return .success(.done)
    }

    private func rehash(
        _ owner: Owner, _ from: String, _ to: String
    ) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        try session.run("UPDATE accounts SET password = ?3 WHERE owner = ?1 AND password = ?2") {
            statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: from, at: 2)
            try statement.bind(text: to, at: 3)
        }
        return .success(.done)
    }

    private func setPassword(
        _ owner: Owner, _ password: String
    ) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        try session.run("UPDATE accounts SET password = ?2 WHERE owner = ?1") {
            statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: password, at: 2)
        }
        try session.execute("DELETE FROM tokens WHERE owner = \(owner.key)")
        let revoked = session.changes
        if revoked > 0 { try countRevocation() }
        return .success(.passwordSet(revoked: revoked))
    }

    /// The refusal if the account does not exist, or its password is another than `expected`:
    /// hashing takes time, and both may have changed meanwhile.
    ///
    /// The epoch is compared, since the local owner's key is reused by one account after another.
    private func refusalReason(
        _ owner: Owner, _ expected: String? = nil
    ) throws(DatabaseError) -> AccountFailure? {
        try session.query(
            """
            SELECT password FROM accounts JOIN owners USING (owner) WHERE owner = ?1 AND epoch = ?2
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: owner.epoch, at: 2)
            guard try session.step(&statement) else { return .noAccount }
            guard let expected else { return nil }
            let stored = try statement.validString(at: 0)
            return stored == expected ? nil : .passwordChanged(stored)
        }
    }

    private func countRevocation() throws(DatabaseError) {
        try session.execute("UPDATE access SET revocations = revocations + 1 WHERE one = 1")
    }
}

/// Tokens.
extension AccountTransaction {
    private func add(
        _ token: NewToken, _ now: Double, _ trustedNow: Double
    ) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(token.owner, token.expectedHash) {
            return .failure(failure)
        }
        // Expired tokens do not count against the limit; deleting them is no revocation.
        try session.run("DELETE FROM tokens WHERE owner = ?1 AND expires_at <= ?2") {
            statement throws(DatabaseError) in
            try statement.bind(token.owner.key, at: 1)
            try statement.bind(trustedNow, at: 2)
        }
        try session.execute(
            """
            DELETE FROM tokens WHERE selector IN (SELECT selector FROM tokens INDEXED BY tokens_by_use \
            WHERE owner = \(token.owner.key) ORDER BY last_used_at DESC, selector DESC \
            LIMIT -1 OFFSET \(AccountWrite.tokensPerAccount - 1))
            """)
        if session.changes > 0 { try countRevocation() }
        let stored = Token(
            selector: token.selector, digest: token.digest, owner: token.owner, label: token.label,
            createdAt: now, lastUsedAt: now, expiresAt: now + token.lifetime)
        try session.run(
            """
            INSERT INTO tokens (selector, digest, owner, label, created_at, last_used_at, expires_at) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        ) { statement throws(DatabaseError) in
            try AccountColumns.bind(stored, to: &statement)
        }
        return .success(.tokenAdded(stored))
    }

    private func revoke(_ selector: TokenSelector) throws(DatabaseError) -> Outcome {
        try session.run("DELETE FROM tokens WHERE selector = ?1") {
            statement throws(DatabaseError) in
            try statement.bind(uuid: selector.high, low: selector.low, at: 1)
        }
        guard session.changes > 0 else { return .failure(.noToken) }
        try countRevocation()
        return .success(.done)
    }

    /// The expiry may be earlier than the stored one, which a clock that was ahead may have
    /// written.
    private func touch(
        _ selector: TokenSelector, _ expiresAt: Double, _ now: Double
    ) throws(DatabaseError) -> Outcome {
        try session.run(
            """
            UPDATE tokens SET last_used_at = ?2, expires_at = ?3 \
            WHERE selector = ?1 AND expires_at > ?2
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(uuid: selector.high, low: selector.low, at: 1)
            try statement.bind(now, at: 2)
            try statement.bind(expiresAt, at: 3)
        }
        return session.changes > 0 ? .success(.done) : .failure(.noToken)
    }
}
