import Accounts
import Items
import SQLite

/// Changes of tokens.
extension AccountTransaction {
    func add(
        _ token: NewToken, _ now: Double, _ trustedNow: Double
    ) throws(DatabaseError) -> Outcome {
        if let failure = try refusalReason(token.owner, token.expectedHash) {
            return .failure(failure)
        }
        if let requester = token.requestedBy, try !isStored(requester, of: token.owner) {
            return .failure(.noToken)
        }
        // Expired tokens do not count against the limit; deleting them is no revocation.
        try session.run("DELETE FROM tokens WHERE owner = ?1 AND expires_at <= ?2") {
            statement throws(DatabaseError) in
            try statement.bind(token.owner.key, at: 1)
            try statement.bind(trustedNow, at: 2)
        }
        // The token that requests another one stays, although its last use may be long ago as
        // stored.
        let others = AccountWrite.tokensPerAccount - (token.requestedBy == nil ? 1 : 2)
        try session.run(
            """
            DELETE FROM tokens WHERE selector IN (SELECT selector FROM tokens INDEXED BY tokens_by_use \
            WHERE owner = ?1 AND selector IS NOT ?2 ORDER BY last_used_at DESC, selector DESC \
            LIMIT -1 OFFSET \(others))
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(token.owner.key, at: 1)
            if let requester = token.requestedBy {
                try statement.bind(uuid: requester.high, low: requester.low, at: 2)
            }
        }
        if session.changes > 0 { try countRevocation() }
        let stored = Token(
            selector: token.selector, digest: token.digest, owner: token.owner, label: token.label,
            createdAt: now, lastUsedAt: now, expiresAt: token.endsAt ?? now + token.lifetime,
            isFixed: token.endsAt != nil, isReadOnly: token.isReadOnly)
        try session.run(AccountColumns.tokenInsertion) { statement throws(DatabaseError) in
            try AccountColumns.bind(stored, to: &statement)
        }
        return .success(.tokenAdded(stored))
    }

    /// Revokes the tokens with selectors in a range, of any account or of one.
    func revoke(
        _ first: TokenSelector, _ last: TokenSelector, of owner: Owner? = nil
    ) throws(DatabaseError) -> Outcome {
        if let owner, let failure = try refusalReason(owner) { return .failure(failure) }
        try session.run(
            """
            DELETE FROM tokens WHERE selector BETWEEN ?1 AND ?2 AND (?3 IS NULL OR owner = ?3)
            """
        ) { statement throws(DatabaseError) in
            try statement.bind(uuid: first.high, low: first.low, at: 1)
            try statement.bind(uuid: last.high, low: last.low, at: 2)
            if let owner { try statement.bind(owner.key, at: 3) }
        }
        guard session.changes > 0 else { return .failure(.noToken) }
        try countRevocation()
        return .success(.done)
    }

    /// Revokes all tokens of an account but one.
    func revokeTokens(of owner: Owner, but kept: TokenSelector) throws(DatabaseError) {
        try session.run("DELETE FROM tokens WHERE owner = ?1 AND selector <> ?2") {
            statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            try statement.bind(uuid: kept.high, low: kept.low, at: 2)
        }
        if session.changes > 0 { try countRevocation() }
    }

    /// Whether an account still has a token; it may have been revoked since it was authenticated.
    func isStored(_ selector: TokenSelector, of owner: Owner) throws(DatabaseError) -> Bool {
        try session.query("SELECT 1 FROM tokens WHERE selector = ?1 AND owner = ?2") {
            statement throws(DatabaseError) in
            try statement.bind(uuid: selector.high, low: selector.low, at: 1)
            try statement.bind(owner.key, at: 2)
            return try session.step(&statement)
        }
    }

    /// The expiry may be earlier than the stored one, which a clock that was ahead may have
    /// written.
    func touch(
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
