package import Items

/// The half of a token by which it is looked up; it is no secret.
package struct TokenSelector: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    /// The selector of these 128 bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

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

/// The 256 bits that stand for a secret.
package struct Digest: Equatable, Sendable {
    package let words: InlineArray<4, UInt64>

    /// A digest of these words, the first being the first eight bytes, big-endian.
    package init(_ words: InlineArray<4, UInt64>) {
        self.words = words
    }

    /// Compares all of both, so that the time it takes tells nothing of where they differ.
    package static func == (left: Digest, right: Digest) -> Bool {
        var difference: UInt64 = 0
        for index in left.words.indices { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }
}
