package import Items

/// Knows whose a token is, as one lane sees it; only touched there.
///
/// What was found right is believed for as long as nothing was revoked anywhere
/// (`AccountRepository.revocations`); then all of it is forgotten, and looked up again as
/// it comes. A made-up token costs one look into the repository, and nothing of it is kept.
package final class TokenKeeper {
    private let repository: any AccountRepository
    private let writer: any AccountWriter
    private let shared: KnownTokens
    private let clock: Clock
    private let lifetime: Double
    private let report: @Sendable (AccountFailure) -> Void
    private var bearers: RecentlyUsed<TokenSelector, KnownToken>
    /// What `revocations` was when the first of them was looked up.
    private var revocations: Int?

    /// A keeper that forgets nothing of what the other lanes' keepers, with
    /// the same `known`, count.
    ///
    /// `lifetime` is how many seconds a sign-in lasts after its last use;
    /// what an operator made lasts as long as it was made to. `report` is
    /// told when a use could not be written down, on any thread.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, known: KnownTokens,
        clock: Clock, lifetime: Double, capacity: Int = 4_096,
        report: @escaping @Sendable (AccountFailure) -> Void
    ) {
        self.repository = repository
        self.writer = writer
        shared = known
        self.clock = clock
        self.lifetime = lifetime
        self.report = report
        bearers = RecentlyUsed(capacity: capacity)
    }

    /// Whose token this is, nil when it is none, or has expired or was revoked.
    package func bearer(of text: Span<UInt8>) throws(StorageFailure) -> Bearer? {
        guard let selector = TokenText.selector(of: text) else { return nil }
        if let known = try known(selector), let isSame = known.isSame(text) {
            return isSame ? use(known.bearer) : nil
        }
        guard let token = TokenText(text), let stored = try repository.token(selector),
            stored.digest == token.digest
        else { return nil }
        let bearer = shared.bearer(stored)
        bearers.insert(KnownToken(bearer, text), for: selector)
        return use(bearer)
    }

    /// Whether a token that was right is so still, for what goes on for longer than a request.
    ///
    /// That counts as a use: whoever listens for a month has not been away.
    package func isValid(_ bearer: Bearer) throws(StorageFailure) -> Bool {
        let found: Bearer
        if let known = try known(bearer.selector) {
            found = known.bearer
        } else {
            guard let stored = try repository.token(bearer.selector) else { return false }
            found = shared.bearer(stored)
            // Or each stream would look with every commit, once anything was revoked.
            bearers.insert(KnownToken(found), for: bearer.selector)
        }
        guard found.owner == bearer.owner, found.digest == bearer.digest else { return false }
        return use(found) != nil
    }

    /// What is known of the token with this selector, and still true.
    private func known(_ selector: TokenSelector) throws(StorageFailure) -> KnownToken? {
        let revocations = try repository.revocations()
        if revocations != self.revocations {
            bearers.removeAll()
            self.revocations = revocations
        }
        return bearers.value(of: selector)
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
