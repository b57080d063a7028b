package import Items

/// Authenticates tokens on one lane; only touched there.
///
/// Verified tokens are cached by a keyed hash of the whole text, and stay valid as long as the
/// count of revocations does (`AccountRepository.revocations`). After a revocation each token is
/// looked up again on its next use, by one lane for all; no cache is cleared, so a sign-out does
/// not slow the others down. A forged token costs one lookup and is not cached.
package final class TokenAuthenticator {
    private let repository: any AccountRepository
    private let writer: any AccountWriter
    private let shared: SharedTokenCache
    private let clock: Clock
    private let lifetime: Double
    private let report: @Sendable (AccountFailure) -> Void
    private var cache: TokenCache

    /// Creates an authenticator; all lanes use the same `shared`.
    ///
    /// `lifetime` is how many seconds a sign-in lasts after its last use; labelled tokens have
    /// their own. `report` gets failures to store a use, on any thread.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, shared: SharedTokenCache,
        clock: Clock, lifetime: Double, capacity: Int = TokenCache.capacity,
        report: @escaping @Sendable (AccountFailure) -> Void
    ) {
        self.repository = repository
        self.writer = writer
        self.shared = shared
        self.clock = clock
        self.lifetime = lifetime
        self.report = report
        cache = TokenCache(capacity: capacity)
    }

    /// The time of the clock that tokens expire by.
    package var now: Double { clock.now() }

    /// Authenticates a token's text: calls `reply` with the token, nil if it is unknown, expired or
    /// revoked; or returns nil and calls the reply that `later` makes.
    package func authenticate<Outcome>(
        _ text: Span<UInt8>,
        _ reply: (Result<AuthenticatedToken?, StorageFailure>) -> Outcome,
        later: () -> (Result<AuthenticatedToken?, StorageFailure>) -> Void
    ) -> Outcome? {
        guard TokenText.isWellFormed(text) else { return reply(.success(nil)) }
        let hash = shared.hashing.hash(text)
        guard let known = cached(hash) else {
            guard let sent = TokenText(text) else { return reply(.success(nil)) }
            return lookUp(sent, hash, reply, later: later)
        }
        let isCurrent: Result<Bool, StorageFailure>? = repository.perform(.revocations) {
            accounts in
            isVerified(known, accounts)
        } later: {
            let (reply, sent) = (later(), TokenText(text))
            return { [self] accounts in
                switch isVerified(known, accounts) {
                case .failure(let failure): reply(.failure(failure))
                case .success(true): reply(.success(use(known)))
                case .success(false):
                    guard let sent else { return reply(.success(nil)) }
                    _ = lookUp(sent, hash, reply, later: { reply })
                }
            }
        }
        switch isCurrent {
        case nil: return nil
        case .failure(let failure)?: return reply(.failure(failure))
        case .success(true)?: return reply(.success(use(known)))
        case .success(false)?:
            guard let sent = TokenText(text) else { return reply(.success(nil)) }
            return lookUp(sent, hash, reply, later: later)
        }
    }

    /// Whether a token is still valid, for a response that outlasts the request.
    ///
    /// This does not count as use: a stream ends with its token, and a stolen token does not stay
    /// valid as long as a stream is open. Requests extend the life of the token and of the stream.
    /// A request may have reached another process, so an expiry is looked up once more.
    package func isValid<Outcome>(
        _ token: AuthenticatedToken,
        _ reply: (Result<Bool, StorageFailure>) -> Outcome,
        later: () -> (Result<Bool, StorageFailure>) -> Void
    ) -> Outcome? {
        let isValid: Result<Bool, StorageFailure>? = repository.perform(.revocations) {
            accounts in
            isCurrent(token, accounts)
        } later: {
            let reply = later()
            return { [self] accounts in
                let isValid = isCurrent(token, accounts)
                guard isValid == .success(false) else { return reply(isValid) }
                _ = verify(token, reply, later: { reply })
            }
        }
        guard let isValid else { return nil }
        guard isValid == .success(false) else { return reply(isValid) }
        return verify(token, reply, later: later)
    }

    /// Whether a token needs no lookup: it is verified, and has not expired.
    private func isCurrent(
        _ token: AuthenticatedToken, _ accounts: any AccountRows
    ) -> Result<Bool, StorageFailure> {
        isVerified(token, accounts).map { $0 && clock.now() < token.expiresAt }
    }

    /// Whether a token is verified at today's count of revocations.
    private func isVerified(
        _ token: AuthenticatedToken, _ accounts: any AccountRows
    ) -> Result<Bool, StorageFailure> {
        Result { () throws(StorageFailure) in token.isVerified(at: try accounts.revocations()) }
    }

    /// Looks up a token that is not verified at today's count of revocations.
    private func lookUp<Outcome>(
        _ sent: TokenText, _ hash: TokenHash,
        _ reply: (Result<AuthenticatedToken?, StorageFailure>) -> Outcome,
        later: () -> (Result<AuthenticatedToken?, StorageFailure>) -> Void
    ) -> Outcome? {
        repository.perform(.token(sent.selector)) { accounts in
            reply(find(sent, hash, accounts))
        } later: {
            let reply = later()
            return { [self] accounts in reply(find(sent, hash, accounts)) }
        }
    }

    private func find(
        _ sent: TokenText, _ hash: TokenHash, _ accounts: any AccountRows
    ) -> Result<AuthenticatedToken?, StorageFailure> {
        Result { () throws(StorageFailure) in
            let found = try accounts.verification(of: sent.selector)
            if let known = cached(hash) {
                if let found, known.verify(found.token, at: found.revocations) {
                    return use(known)
                }
                cache.remove(hash)
                shared.remove(hash)
            }
            guard let found, found.token.digest == sent.digest else { return nil }
            let token = shared.insert(found.token, for: hash, revocations: found.revocations)
            cache.insert(token, for: hash)
            return use(token)
        }
    }

    /// Verifies a token at today's count of revocations, and its expiry.
    private func verify<Outcome>(
        _ token: AuthenticatedToken,
        _ reply: (Result<Bool, StorageFailure>) -> Outcome,
        later: () -> (Result<Bool, StorageFailure>) -> Void
    ) -> Outcome? {
        repository.perform(.token(token.selector)) { accounts in
            reply(isStored(token, accounts))
        } later: {
            let reply = later()
            return { [self] accounts in reply(isStored(token, accounts)) }
        }
    }

    private func isStored(
        _ token: AuthenticatedToken, _ accounts: any AccountRows
    ) -> Result<Bool, StorageFailure> {
        Result { () throws(StorageFailure) in
            guard let found = try accounts.verification(of: token.selector),
                token.verify(found.token, at: found.revocations)
            else { return false }
            return clock.now() < token.expiresAt
        }
    }

    /// The token of this hash, from the lane's cache or else the shared one.
    private func cached(_ hash: TokenHash) -> AuthenticatedToken? {
        if let token = cache.value(of: hash) { return token }
        guard let token = shared.value(of: hash) else { return nil }
        cache.insert(token, for: hash)
        return token
    }

    /// The token unless it has expired; stores the use when due.
    private func use(_ token: AuthenticatedToken) -> AuthenticatedToken? {
        let now = clock.now()
        guard now < token.expiresAt else { return nil }
        if let expiresAt = token.renewedExpiry(now: now, lifetime: lifetime) {
            writer.submit(.touch(token.selector, expiresAt: expiresAt)) { [report] outcome in
                switch outcome {
                case .success: token.extend(to: expiresAt)
                // Revoked meanwhile; the next lookup will notice it.
                case .failure(.noToken): break
                case .failure(let failure): report(failure)
                }
            }
        }
        return token
    }
}
