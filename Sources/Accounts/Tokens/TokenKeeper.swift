package import Items

/// Knows whose a token is, as one lane sees it; only touched there.
///
/// What was found right is cached by a keyed hash of the whole text, and believed for as long as
/// nothing was revoked anywhere (`AccountRepository.revocations`). After that, each token is looked
/// up once more when it comes, by whichever lane it comes to first; nothing is cleared, so that a
/// sign-out among many people stops no lane. A made-up token costs one look into the repository,
/// and nothing of it is kept.
package final class TokenKeeper {
    private let repository: any AccountRepository
    private let writer: any AccountWriter
    private let shared: KnownTokens
    private let clock: Clock
    private let lifetime: Double
    private let report: @Sendable (AccountFailure) -> Void
    private var cache: TokenCache

    /// A keeper that forgets nothing of what the other lanes' keepers, with
    /// the same `known`, count.
    ///
    /// `lifetime` is how many seconds a sign-in lasts after its last use;
    /// what an operator made lasts as long as it was made to. `report` is
    /// told when a use could not be written down, on any thread.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, known: KnownTokens,
        clock: Clock, lifetime: Double, capacity: Int = TokenCache.capacity,
        report: @escaping @Sendable (AccountFailure) -> Void
    ) {
        self.repository = repository
        self.writer = writer
        shared = known
        self.clock = clock
        self.lifetime = lifetime
        self.report = report
        cache = TokenCache(capacity: capacity)
    }

    /// Whose token this is, nil when it is none, or has expired or was revoked.
    package func bearer(of text: Span<UInt8>) throws(StorageFailure) -> Bearer? {
        guard TokenText.hasForm(text) else { return nil }
        let revocations = try repository.revocations()
        let hash = shared.hashing.hash(text)
        if let bearer = cached(hash) {
            if try isStored(bearer, at: revocations) { return use(bearer) }
            cache.remove(hash)
            shared.remove(hash)
        }
        guard let token = TokenText(text), let stored = try repository.token(token.selector),
            stored.digest == token.digest
        else { return nil }
        let bearer = shared.bearer(hash, stored, revocations: revocations)
        cache.insert(bearer, for: hash)
        return use(bearer)
    }

    /// Whether a token that was right is so still, for what goes on for longer than a request.
    ///
    /// That counts as a use: whoever listens for a month has not been away.
    package func isValid(_ bearer: Bearer) throws(StorageFailure) -> Bool {
        guard try isStored(bearer, at: try repository.revocations()) else { return false }
        return use(bearer) != nil
    }

    /// The bearer of the text with this hash, from this lane's cache or else from that of all.
    private func cached(_ hash: TokenHash) -> Bearer? {
        if let bearer = cache.value(of: hash) { return bearer }
        guard let bearer = shared.bearer(hash) else { return nil }
        cache.insert(bearer, for: hash)
        return bearer
    }

    /// Whether the token is stored at this count of revocations, looked up unless that is known.
    private func isStored(
        _ bearer: Bearer, at revocations: Int
    ) throws(StorageFailure) -> Bool {
        if bearer.isVerified(at: revocations) { return true }
        guard let stored = try repository.token(bearer.selector) else { return false }
        return bearer.verify(stored, at: revocations)
    }

    /// The bearer, unless the token has expired; writes the use down when it is time to.
    private func use(_ bearer: Bearer) -> Bearer? {
        let now = clock.now()
        guard now < bearer.expiresAt else { return nil }
        if let expiresAt = bearer.isToBeTouched(now: now, lifetime: lifetime) {
            writer.submit(.touch(bearer.selector, expiresAt: expiresAt)) { [report] outcome in
                switch outcome {
                case .success: bearer.extend(to: expiresAt)
                // Revoked in the meantime, which the next look will see.
                case .failure(.noToken): break
                case .failure(let failure): report(failure)
                }
            }
        }
        return bearer
    }
}
