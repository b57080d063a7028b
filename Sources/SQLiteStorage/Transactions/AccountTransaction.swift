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
        case .change(let owner, let change): try self.change(owner, change)
        case .addToken(let token): try add(token, now, trustedNow)
        case .revoke(let selector): try revoke(selector, selector)
        case .revokeHandle(let handle, let owner):
            try revoke(handle.range.first, handle.range.last, of: owner)
        case .touch(let selector, let expiresAt): try touch(selector, expiresAt, now)
        }
    }

    private func add(_ account: NewAccount, _ now: Double) throws(DatabaseError) -> Outcome {
        guard try self.account(with: account.email) == nil else { return .failure(.taken) }
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

    /// The key of the owner whose account has this email; nil if there is none.
    private func account(with email: Email) throws(DatabaseError) -> Int? {
        try session.query("SELECT owner FROM accounts WHERE email_key = ?1") {
            statement throws(DatabaseError) in
            try statement.bind(blob: email.key.span, at: 1)
            return try session.step(&statement) ? try statement.counter(at: 0) : nil
        }
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
        // The revision increases, so that a listening client starts over.
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

    private func change(_ owner: Owner, _ change: AccountChange) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(owner, change.expectedHash) { return .failure(failure) }
        guard try isStored(change.requestedBy, of: owner) else { return .failure(.noToken) }
        if let email = change.email, let other = try account(with: email), other != owner.key {
            return .failure(.taken)
        }
        try session.run(
            """
            UPDATE accounts SET name = coalesce(?2, name), email = coalesce(?3, email), \
            email_key = coalesce(?4, email_key), password = coalesce(?5, password) WHERE owner = ?1
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(text: change.name, at: 2)
            try statement.bind(text: change.email?.text, at: 3)
            if let email = change.email { try statement.bind(blob: email.key.span, at: 4) }
            try statement.bind(text: change.password, at: 5)
        }
        if change.password != nil { try revokeTokens(of: owner, but: change.requestedBy) }
        return .success(.changed(try storedAccount(of: owner)))
    }

    /// The account of an owner that has one.
    private func storedAccount(of owner: Owner) throws(DatabaseError) -> Account {
        try session.query("SELECT name, email, created_at FROM accounts WHERE owner = ?1") {
            statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.require(try session.step(&statement), "no account of an owner")
            return Account(
                owner: owner, name: try statement.validString(at: 0),
                email: Email(stored: try statement.validString(at: 1)),
                createdAt: statement.double(at: 2))
        }
    }

    /// The refusal if the account does not exist, or its password is another than `expected`:
    /// hashing takes time, and both may have changed meanwhile.
    ///
    /// The epoch is compared, since the local owner's key is reused by one account after another.
    func refusalReason(
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

    func countRevocation() throws(DatabaseError) {
        try session.execute("UPDATE access SET revocations = revocations + 1 WHERE one = 1")
    }
}
