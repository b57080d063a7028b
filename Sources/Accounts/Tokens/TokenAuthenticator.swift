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

    /// Creates an authenticator; those of all lanes have the same `shared`.
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

    /// Authenticates a token's text; nil if it is unknown, expired or revoked.
    package func authenticate(_ text: Span<UInt8>) throws(StorageFailure) -> AuthenticatedToken? {
        guard TokenText.isWellFormed(text) else { return nil }
        let revocations = try repository.revocations()
        let hash = shared.hashing.hash(text)
        if let token = cached(hash) {
            if try isStored(token, at: revocations) { return use(token) }
            cache.remove(hash)
            shared.remove(hash)
        }
        guard let sent = TokenText(text), let stored = try repository.token(sent.selector),
            stored.digest == sent.digest
        else { return nil }
        let token = shared.insert(stored, for: hash, revocations: revocations)
        cache.insert(token, for: hash)
        return use(token)
    }

    /// Whether a token is still valid, for a response that outlasts the request.
    ///
    /// This is no use: a stream ends with its token, and a stolen token does not live for as long as
    /// a stream is open. Requests extend the token's life, and the stream's with it; one may have
    /// come to another process, so an expiry is looked up once more.
    package func isValid(_ token: AuthenticatedToken) throws(StorageFailure) -> Bool {
        let revocations = try repository.revocations()
        guard try isStored(token, at: revocations) else { return false }
        if clock.now() < token.expiresAt { return true }
        guard let stored = try repository.token(token.selector),
            token.verify(stored, at: revocations)
        else { return false }
        return clock.now() < token.expiresAt
    }

    /// The token of this hash, from the lane's cache or else the shared one.
    private func cached(_ hash: TokenHash) -> AuthenticatedToken? {
        if let token = cache.value(of: hash) { return token }
        guard let token = shared.value(of: hash) else { return nil }
        cache.insert(token, for: hash)
        return token
    }

    /// Whether the token is stored at this count of revocations; looked up unless already verified
    /// at it.
    private func isStored(
        _ token: AuthenticatedToken, at revocations: Int
    ) throws(StorageFailure) -> Bool {
        if token.isVerified(at: revocations) { return true }
        guard let stored = try repository.token(token.selector) else { return false }
        return token.verify(stored, at: revocations)
    }

    /// The token unless it has expired; stores the use when due.
    private func use(_ token: AuthenticatedToken) -> AuthenticatedToken? {
        let now = clock.now()
        guard now < token.expiresAt else { return nil }
        if let expiresAt = token.renewedExpiry(now: now, lifetime: lifetime) {
            writer.submit(.touch(token.selector, expiresAt: expiresAt)) { [report] outcome in
                switch outcome {
                case .success: token.extend(to: expiresAt)
                // Revoked meanwhile; the next lookup will find that.
                case .failure(.noToken): break
                case .failure(let failure): report(failure)
                }
            }
        }
        return token
    }
}
