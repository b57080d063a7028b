package import Items

/// A stored token: its selector, a digest of its secret, and its times.
package struct Token: Equatable, Sendable {
    package let selector: TokenSelector
    /// SHA-256 of the secret; only the client knows the secret itself.
    package let digest: Digest
    package let owner: Owner
    /// Its purpose; nil for a sign-in.
    package let label: String?
    package let createdAt: Double
    /// The last use, to within an hour.
    package let lastUsedAt: Double
    package let expiresAt: Double
    /// Whether a use leaves the expiry as it is.
    package let isFixed: Bool
    package let scope: TokenScope
    /// The token that requested this one; nil for a sign-in and for tokens of commands.
    package let madeBy: TokenSelector?

    package init(
        selector: TokenSelector, digest: Digest, owner: Owner, label: String? = nil,
        createdAt: Double, lastUsedAt: Double, expiresAt: Double, isFixed: Bool = false,
        scope: TokenScope = .all, madeBy: TokenSelector? = nil
    ) {
        self.selector = selector
        self.digest = digest
        self.owner = owner
        self.label = label
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.isFixed = isFixed
        self.scope = scope
        self.madeBy = madeBy
    }
}
