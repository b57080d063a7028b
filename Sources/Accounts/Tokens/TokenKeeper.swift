package import Items

/// Knows whose a token is, as one lane sees it; only touched there.
///
/// What was found right is believed for as long as nothing was revoked anywhere
/// (`AccountRepository.revocations`); then all of it is forgotten, and looked up again as it comes. A
/// made-up token costs one look into the repository, and nothing of it is kept.
package final class TokenKeeper {
    private let repository: any AccountRepository
    private let writer: any AccountWriter
    private let known: KnownTokens
    private let clock: Clock
    private let lifetime: Double
    private let report: @Sendable (AccountFailure) -> Void
    private var bearers: RecentlyUsed<TokenSelector, Bearer>
    /// What `revocations` was when the first of them was looked up.
    private var revocations: Int?

    /// A keeper that forgets nothing of what the other lanes' keepers, with the same `known`, count.
    ///
    /// `lifetime` is how many seconds a sign-in lasts after its last use; what an operator made lasts
    /// as long as it was made to. `report` is told when a use could not be written down, on any thread.
    package init(
        repository: any AccountRepository, writer: any AccountWriter, known: KnownTokens,
        clock: Clock, lifetime: Double, capacity: Int = 4_096,
        report: @escaping @Sendable (AccountFailure) -> Void
    ) {
        self.repository = repository
        self.writer = writer
        self.known = known
        self.clock = clock
        self.lifetime = lifetime
        self.report = report
        bearers = RecentlyUsed(capacity: capacity)
    }

    /// Whose token this is, nil when it is none, or has expired or was revoked.
    package func bearer(of text: Span<UInt8>) throws(StorageFailure) -> Bearer? {
        guard let token = TokenText(text) else { return nil }
        guard let bearer = try bearer(token.selector, secret: token.digest) else { return nil }
        return use(bearer)
    }

    /// Whether a token that was right is so still, for what goes on for longer than a request.
    ///
    /// That counts as a use: whoever listens for a month has not been away.
    package func isValid(_ bearer: Bearer) throws(StorageFailure) -> Bool {
        guard let found = try self.bearer(bearer.selector, secret: bearer.digest),
            found.owner == bearer.owner
        else { return false }
        return use(found) != nil
    }

    /// Who has the token with this selector, if the secret is the right one.
    private func bearer(
        _ selector: TokenSelector, secret: @autoclosure () -> Digest
    ) throws(StorageFailure) -> Bearer? {
        let revocations = try repository.revocations()
        if revocations != self.revocations {
            bearers.removeAll()
            self.revocations = revocations
        }
        if let bearer = bearers.value(of: selector) {
            return bearer.digest == secret() ? bearer : nil
        }
        guard let token = try repository.token(selector), token.digest == secret() else {
            return nil
        }
        let bearer = known.bearer(token)
        bearers.insert(bearer, for: selector)
        return bearer
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
