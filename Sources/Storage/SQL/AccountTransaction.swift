package import Accounts
package import Items

/// Changes of accounts, each in a transaction that is open already.
///
/// Statements are prepared for each use: a sign-in costs a password hash, and a token's use is
/// recorded once an hour.
extension DatabaseSession {
    /// Performs one change, or returns the refusal; the caller must roll back after either failure.
    package func perform(
        _ write: AccountWrite, now: Double, trustedNow: Double
    ) throws(Failure) -> AccountJob.Outcome {
        switch write {
        case .add(let account): try add(account, now)
        case .enrol(let account): try enrol(account, now)
        case .offerSetup(let token): try offerSetup(token)
        case .remove(let owner, let expected): try remove(owner, expected)
        case .rehash(let owner, let from, let to): try rehash(owner, from, to)
        case .setPassword(let owner, let password): try setPassword(owner, password)
        case .change(let owner, let change): try self.change(owner, change)
        case .addToken(let token): try add(token, now, trustedNow)
        case .revokeAll(let owner): try revokeAll(owner)
        case .signOut(let selector, let owner): try signOut(selector, owner)
        case .revokeHandle(let handle, let owner): try revoke(handle, owner)
        case .touch(let selector, let expiresAt): try touch(selector, expiresAt, now)
        case .reminders(let write): try perform(write, now: now)
        }
    }

    /// The owner of the account with this email, nil when there is none.
    package func account(with email: Email) throws(Failure) -> Owner? {
        try rows("\(AccountStatements.accounts) WHERE email_key = $1", [.bytes(email.key)]) {
            row throws(Failure) in try row.owner()
        }.first
    }

    private func enrol(_ account: NewAccount, _ now: Double) throws(Failure) -> AccountJob.Outcome {
        let known = try rows(
            "\(AccountStatements.accounts) WHERE email_key = $1", [.bytes(account.email.key)]
        ) { row throws(Failure) in try row.account() }.first
        if let known { return .success(.added(known)) }
        return try add(account, now)
    }

    private func offerSetup(_ token: Digest) throws(Failure) -> AccountJob.Outcome {
        guard try !hasAccounts() else { return .failure(.setupEnded) }
        try run(
            """
            INSERT INTO setup (one, digest) VALUES (1, $1) \
            ON CONFLICT (one) DO UPDATE SET digest = excluded.digest
            """, [.bytes(token.bytes)])
        return .success(.done)
    }

    /// Whether a set-up token may add the first account now.
    ///
    /// The row is locked: of two first accounts, one waits for the other and finds no token then.
    private func mayAddFirst(with token: Digest) throws(Failure) -> Bool {
        let stored = try rows("SELECT digest FROM setup WHERE one = 1\(Self.lock)") {
            row throws(Failure) in
            let bytes = try row.bytes(0)
            guard let digest = Digest(bytes.span) else { throw row.malformed("an invalid digest") }
            return digest
        }
        guard stored.first == token else { return false }
        return try !hasAccounts()
    }

    private func hasAccounts() throws(Failure) -> Bool {
        try hasRows("SELECT 1 FROM accounts LIMIT 1", [])
    }

    private func add(_ account: NewAccount, _ now: Double) throws(Failure) -> AccountJob.Outcome {
        if let token = account.setupToken, try !mayAddFirst(with: token) {
            return .failure(.setupEnded)
        }
        guard try self.account(with: account.email) == nil else { return .failure(.taken) }
        try run("DELETE FROM setup WHERE one = 1")
        let owner: Owner
        if account.adoptsLocalItems {
            let local = try lockedOwner(Owner.localKey)
            let isAdopted = try hasRows(
                "SELECT 1 FROM accounts WHERE owner = $1", [.integer(Owner.localKey)])
            guard !isAdopted else { return .failure(.adopted) }
            // The removed account's rows are still being erased under that key.
            guard let local else {
                return .failure(.storage(.busy("the local owner's items are being erased")))
            }
            owner = local
        } else {
            var random = SystemRandomNumberGenerator()
            let epoch = Owner.makeEpoch(random.next())
            owner = Owner(key: try addOwner(epoch), epoch: epoch)
        }
        let added = Account(
            owner: owner, name: account.name, email: account.email, createdAt: now)
        try run(AccountStatements.accountInsertion, added.values(password: account.password))
        return .success(.added(added))
    }

    private func remove(
        _ owner: Owner, _ expected: String?
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner, expected) { return .failure(failure) }
        try endSubscriptions("owner = $1", [.integer(owner.key)])
        try run("DELETE FROM tokens WHERE owner = $1", [.integer(owner.key)])
        try run("DELETE FROM accounts WHERE owner = $1", [.integer(owner.key)])
        try run(Self.revocation)
        // The revision increases, so that event streams end and clients start over.
        try run(
            "UPDATE owners SET leaving = true, revision = revision + 1 WHERE owner = $1",
            [.integer(owner.key)])
        return .success(.done)
    }

    private func rehash(
        _ owner: Owner, _ from: String, _ to: String
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        try run(
            "UPDATE accounts SET password = $3 WHERE owner = $1 AND password = $2",
            [.integer(owner.key), .text(from), .text(to)])
        return .success(.done)
    }

    private func setPassword(
        _ owner: Owner, _ password: String
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        try run(
            "UPDATE accounts SET password = $2 WHERE owner = $1",
            [.integer(owner.key), .text(password)])
        // Also those whose session has expired.
        try endSubscriptions("owner = $1", [.integer(owner.key)])
        return .success(.revoked(try revoke("owner = $1", [.integer(owner.key)])))
    }

    private func change(
        _ owner: Owner, _ change: AccountChange
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner, change.expectedHash) { return .failure(failure) }
        guard try isStored(change.requestedBy, of: owner) else { return .failure(.noToken) }
        if let email = change.email, let other = try account(with: email), other != owner {
            return .failure(.taken)
        }
        let accounts = try rows(
            """
            UPDATE accounts SET name = coalesce($2, name), email = coalesce($3, email), \
            email_key = coalesce($4, email_key), password = coalesce($5, password) \
            WHERE owner = $1 RETURNING name, email, created_at
            """,
            [
                .integer(owner.key), .text(change.name), .text(change.email?.text),
                .bytes(change.email?.key), .text(change.password),
            ]
        ) { row throws(Failure) in
            Account(
                owner: owner, name: try row.text(0), email: Email(stored: try row.text(1)),
                createdAt: try row.double(2))
        }
        if change.password != nil {
            try endSubscriptions(
                "owner = $1 AND session IS DISTINCT FROM $2",
                [.integer(owner.key), .selector(change.requestedBy)])
            try revoke(
                "owner = $1 AND selector <> $2",
                [.integer(owner.key), .selector(change.requestedBy)])
        }
        guard let account = accounts.first else { return .failure(.noAccount) }
        return .success(.changed(account))
    }

    /// The refusal if the account does not exist or its password hash is not `expected`: hashing
    /// takes time, and both may have changed meanwhile.
    ///
    /// The epoch is compared because the local owner's key is reused by one account after another.
    private func refusalReason(
        _ owner: Owner, _ expected: String? = nil
    ) throws(Failure) -> AccountFailure? {
        guard try lockedOwner(owner.key) == owner else { return .noAccount }
        let passwords = try rows(
            "SELECT password FROM accounts WHERE owner = $1", [.integer(owner.key)]
        ) { row throws(Failure) in try row.optionalText(0) }
        guard let stored = passwords.first else { return .noAccount }
        guard let expected, stored != expected else { return nil }
        // A password that was verified against is replaced, but not removed.
        return stored.map { .passwordChanged($0) } ?? .noAccount
    }

    /// The owner with this key, whose row batches of other processes lock as well; nil if the owner
    /// does not exist or is leaving.
    func lockedOwner(_ key: Int) throws(Failure) -> Owner? {
        try rows(
            "SELECT owner, epoch FROM owners WHERE owner = $1 AND NOT leaving\(Self.lock)",
            [.integer(key)]
        ) { row throws(Failure) in try row.owner() }.first
    }
}

/// Changes of tokens.
extension DatabaseSession {
    private func add(
        _ token: NewToken, _ now: Double, _ trustedNow: Double
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(token.owner, token.expectedHash) {
            return .failure(failure)
        }
        if let requester = token.requestedBy, try !isStored(requester, of: token.owner) {
            return .failure(.noToken)
        }
        // Expired tokens do not count against the limit; deleting them does not count as a
        // revocation.
        try run(
            "DELETE FROM tokens WHERE owner = $1 AND expires_at <= $2",
            [.integer(token.owner.key), .double(trustedNow)])
        // The token of the request stays, although its stored last use may be long ago.
        let others = AccountWrite.tokensPerAccount - (token.requestedBy == nil ? 1 : 2)
        // SQLite has no OFFSET without LIMIT.
        try revoke(
            """
            owner = $1 AND selector IN (SELECT selector FROM tokens \
            WHERE owner = $1 AND selector IS DISTINCT FROM $2 \
            ORDER BY last_used_at DESC, selector DESC LIMIT 1000000 OFFSET $3)
            """,
            [.integer(token.owner.key), .selector(token.requestedBy), .integer(others)])
        let stored = Token(
            selector: token.selector, digest: token.digest, owner: token.owner, label: token.label,
            createdAt: now, lastUsedAt: now, expiresAt: token.endsAt ?? now + token.lifetime,
            isFixed: token.endsAt != nil, scope: token.scope, madeBy: token.requestedBy)
        try run(AccountStatements.tokenInsertion, stored.values)
        return .success(.tokenAdded(stored))
    }

    private func revokeAll(_ owner: Owner) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        try endSubscriptions("owner = $1", [.integer(owner.key)])
        return .success(.revoked(try revoke("owner = $1", [.integer(owner.key)])))
    }

    private func signOut(
        _ selector: TokenSelector, _ owner: Owner
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        let revoked = try revoke(
            "owner = $1 AND selector = $2", [.integer(owner.key), .selector(selector)])
        return revoked > 0 ? .success(.revoked(revoked)) : .failure(.noToken)
    }

    private func revoke(
        _ handle: TokenHandle, _ owner: Owner
    ) throws(Failure) -> AccountJob.Outcome {
        if let failure = try refusalReason(owner) { return .failure(failure) }
        let revoked = try revoke(
            "owner = $1 AND selector BETWEEN $2 AND $3",
            [
                .integer(owner.key), .selector(handle.range.first), .selector(handle.range.last),
            ], withMadeBySignIns: true)
        return revoked > 0 ? .success(.revoked(revoked)) : .failure(.noToken)
    }

    /// Revokes the tokens that fulfil a condition and those that end with them, and counts a
    /// revocation if there were any; returns their number.
    ///
    /// Since the owner's row is locked, no other server makes a token meanwhile with one of them.
    @discardableResult
    private func revoke(
        _ condition: String, _ values: [SQLValue], withMadeBySignIns: Bool = false
    ) throws(Failure) -> Int {
        let ended = """
            WITH RECURSIVE ended (selector, owner, label) AS (\
            SELECT selector, owner, label FROM tokens WHERE \(condition) \
            UNION SELECT t.selector, t.owner, t.label FROM ended e \
            JOIN tokens t ON t.owner = e.owner AND t.made_by = e.selector\
            \(withMadeBySignIns ? "" : " WHERE e.label IS NOT NULL"))
            """
        try endSubscriptions(
            "owner = $1 AND session IN (\(ended) SELECT selector FROM ended)", values)
        let revoked = try run(
            "\(ended) DELETE FROM tokens WHERE selector IN (SELECT selector FROM ended)", values)
        if revoked > 0 { try run(Self.revocation) }
        return revoked
    }

    /// Whether an account still has a token; it may have been revoked since it was authenticated.
    private func isStored(_ selector: TokenSelector, of owner: Owner) throws(Failure) -> Bool {
        try hasRows(
            "SELECT 1 FROM tokens WHERE selector = $1 AND owner = $2",
            [.selector(selector), .integer(owner.key)])
    }

    /// The expiry may be earlier than the stored one, which may come from a clock that was ahead.
    private func touch(
        _ selector: TokenSelector, _ expiresAt: Double, _ now: Double
    ) throws(Failure) -> AccountJob.Outcome {
        let touched = try run(
            """
            UPDATE tokens SET last_used_at = $2, expires_at = $3 \
            WHERE selector = $1 AND expires_at > $2
            """, [.selector(selector), .double(now), .double(expiresAt)])
        return touched > 0 ? .success(.done) : .failure(.noToken)
    }
}
