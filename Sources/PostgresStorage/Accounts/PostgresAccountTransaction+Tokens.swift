import Accounts
import Items
import PostgreSQL

/// Changes of tokens.
extension PostgresAccountTransaction {
    func add(
        _ token: NewToken, _ now: Double, _ trustedNow: Double
    ) throws(PostgresFailure) -> Outcome {
        if let failure = try refusalReason(token.owner, token.expectedHash) {
            return .failure(failure)
        }
        if let requester = token.requestedBy, try !isStored(requester, of: token.owner) {
            return .failure(.noToken)
        }
        // Expired tokens do not count against the limit; deleting them is no revocation.
        _ = try session.run(
            PostgresCommand("DELETE FROM tokens WHERE owner = $1 AND expires_at <= $2") {
                $0.append(token.owner.key)
                $0.append(trustedNow)
            })
        // The token that requests another one stays, although its last use may be long ago as
        // stored.
        let others = AccountWrite.tokensPerAccount - (token.requestedBy == nil ? 1 : 2)
        let evicted = try session.run(
            PostgresCommand(
                """
                DELETE FROM tokens WHERE owner = $1 AND selector IN (
                    SELECT selector FROM tokens
                    WHERE owner = $1 AND selector IS DISTINCT FROM $2
                    ORDER BY last_used_at DESC, selector DESC OFFSET $3
                )
                """
            ) {
                $0.append(token.owner.key)
                $0.append(token.requestedBy.map { PostgresUUID($0) })
                $0.append(others)
            })
        if evicted.changed > 0 { try countRevocation() }
        let stored = Token(
            selector: token.selector, digest: token.digest, owner: token.owner, label: token.label,
            createdAt: now, lastUsedAt: now, expiresAt: token.endsAt ?? now + token.lifetime,
            isFixed: token.endsAt != nil, isReadOnly: token.isReadOnly)
        _ = try session.run(
            PostgresCommand(
                """
                INSERT INTO tokens (selector, owner, digest, label, created_at, last_used_at, \
                expires_at, is_fixed, is_read_only) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """
            ) {
                $0.append(PostgresUUID(stored.selector))
                $0.append(stored.owner.key)
                $0.append(PostgresBytes(stored.digest.bytes))
                $0.append(stored.label)
                $0.append(stored.createdAt)
                $0.append(stored.lastUsedAt)
                $0.append(stored.expiresAt)
                $0.append(stored.isFixed)
                $0.append(stored.isReadOnly)
            })
        return .success(.tokenAdded(stored))
    }

    /// Revokes the tokens with selectors in a range, of any account or of one.
    func revoke(
        _ first: TokenSelector, _ last: TokenSelector, of owner: Owner? = nil
    ) throws(PostgresFailure) -> Outcome {
        if let owner, let failure = try refusalReason(owner) { return .failure(failure) }
        let revoked = try session.run(
            PostgresCommand(
                """
                DELETE FROM tokens WHERE selector BETWEEN $1 AND $2 AND ($3 IS NULL OR owner = $3)
                """
            ) {
                $0.append(PostgresUUID(first))
                $0.append(PostgresUUID(last))
                $0.append(owner?.key)
            })
        guard revoked.changed > 0 else { return .failure(.noToken) }
        try countRevocation()
        return .success(.done)
    }

    /// Revokes all tokens of an account but one.
    func revokeTokens(of owner: Owner, but kept: TokenSelector) throws(PostgresFailure) {
        let revoked = try session.run(
            PostgresCommand("DELETE FROM tokens WHERE owner = $1 AND selector <> $2") {
                $0.append(owner.key)
                $0.append(PostgresUUID(kept))
            })
        if revoked.changed > 0 { try countRevocation() }
    }

    /// Whether an account still has a token; it may have been revoked since it was authenticated.
    func isStored(_ selector: TokenSelector, of owner: Owner) throws(PostgresFailure) -> Bool {
        try session.run(
            PostgresCommand("SELECT 1 FROM tokens WHERE selector = $1 AND owner = $2") {
                $0.append(PostgresUUID(selector))
                $0.append(owner.key)
            }
        ).count > 0
    }

    /// The expiry may be earlier than the stored one, which a clock that was ahead may have
    /// written.
    func touch(
        _ selector: TokenSelector, _ expiresAt: Double, _ now: Double
    ) throws(PostgresFailure) -> Outcome {
        let touched = try session.run(
            PostgresCommand(
                """
                UPDATE tokens SET last_used_at = $2, expires_at = $3 \
                WHERE selector = $1 AND expires_at > $2
                """
            ) {
                $0.append(PostgresUUID(selector))
                $0.append(now)
                $0.append(expiresAt)
            })
        return touched.changed > 0 ? .success(.done) : .failure(.noToken)
    }
}

extension PostgresUUID {
    init(_ selector: TokenSelector) {
        self.init(high: selector.high, low: selector.low)
    }
}
