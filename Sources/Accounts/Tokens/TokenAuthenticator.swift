package import Items

/// Knows whose a token is, as one lane sees it; only touched there.
///
/// What was found right is cached by a keyed hash of the whole text, and believed for as long as
/// nothing was revoked anywhere (`AccountRepository.revocations`). After that, each token is looked
/// up once more when it comes, by whichever lane it comes to first; nothing is cleared, so that a
/// sign-out among many people stops no lane. A made-up token costs one look into the repository,
/// and nothing of it is kept.
package final class TokenAuthenticator {
    private let repository: any AccountRepository
    private let writer: any AccountWriter
    private let shared: SharedTokenCache
    private let clock: Clock
    private let lifetime: Double
    private let report: @Sendable (AccountFailure) -> Void
    private var cache: TokenCache

    /// An authenticator that forgets nothing of what those of the other lanes, with
    /// the same `shared`, count.
    ///
    /// `lifetime` is how many seconds a sign-in lasts after its last use;
    /// what an operator made lasts as long as it was made to. `report` is
    /// told when a use could not be written down, on any thread.
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

    /// Whose token this is, nil when it is none, or has expired or was revoked.
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

    /// Whether a token that was right is so still, for what goes on for longer than a request.
    ///
    /// That counts as a use: whoever listens for a month has not been away.
    package func isValid(_ token: AuthenticatedToken) throws(StorageFailure) -> Bool {
        guard try isStored(token, at: try repository.revocations()) else { return false }
        return use(token) != nil
    }

    /// The token of the text with this hash, from this lane's cache or else from that of all.
    private func cached(_ hash: TokenHash) -> AuthenticatedToken? {
        if let token = cache.value(of: hash) { return token }
        guard let token = shared.value(of: hash) else { return nil }
        cache.insert(token, for: hash)
        return token
    }

    /// Whether the token is stored at this count of revocations, looked up unless that is known.
    private func isStored(
        _ token: AuthenticatedToken, at revocations: Int
    ) throws(StorageFailure) -> Bool {
        if token.isVerified(at: revocations) { return true }
        guard let stored = try repository.token(token.selector) else { return false }
        return token.verify(stored, at: revocations)
    }

    /// The token, unless it has expired; writes the use down when it is time to.
    private func use(_ token: AuthenticatedToken) -> AuthenticatedToken? {
        let now = clock.now()
        guard now < token.expiresAt else { return nil }
        if let expiresAt = token.renewedExpiry(now: now, lifetime: lifetime) {
            writer.submit(.touch(token.selector, expiresAt: expiresAt)) { [report] outcome in
                switch outcome {
                case .success: token.extend(to: expiresAt)
                // Revoked in the meantime, which the next look will see.
                case .failure(.noToken): break
                case .failure(let failure): report(failure)
                }
            }
        }
        return token
    }
}
