package import Items

/// What is stored of a token: its selector, a digest of its secret, and how long it lasts.
package struct Token: Equatable, Sendable {
    package let selector: TokenSelector
    /// SHA-256 of the secret, which itself is known to the client alone.
    package let digest: Digest
    package let owner: Owner
    /// What an operator calls it; sign-ins have none.
    package let label: String?
    package let createdAt: Double
    /// When it was used last, give or take an hour.
    package let lastUsedAt: Double
    package let expiresAt: Double

    /// A token as storage knows it.
    package init(
        selector: TokenSelector, digest: Digest, owner: Owner, label: String? = nil,
        createdAt: Double, lastUsedAt: Double, expiresAt: Double
    ) {
        self.selector = selector
        self.digest = digest
        self.owner = owner
        self.label = label
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
