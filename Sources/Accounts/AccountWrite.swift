package import Items

/// A change of accounts or tokens; the writer does it between the writes of items.
///
/// What somebody may do who knows a password says which stored string that
/// was right by, and is done only while that is the one which is stored: to
/// hash takes its time, and the password may be another by now.
package enum AccountWrite: Equatable, Sendable {
    /// At most so many tokens has an account; with one more, the one that
    /// was used longest ago goes.
    package static let tokensPerAccount = 100

    case add(NewAccount)
    /// Removes the account of this owner and its tokens at once, and its items soon after.
    case remove(Owner, expectedHash: String? = nil)
    /// Stores another string for the same password, unless it is not this one any more.
    case rehash(Owner, from: String, to: String)
    /// Stores what another password was hashed to, and takes back every
    /// token of the account with it.
    case setPassword(Owner, to: String)
    case addToken(NewToken)
    case revoke(TokenSelector)
    /// Notes that a token was used, and when it now expires.
    case touch(TokenSelector, expiresAt: Double)
}

/// A token that is to be stored.
package struct NewToken: Equatable, Sendable {
    package let selector: TokenSelector
    package let digest: Digest
    package let owner: Owner
    package let label: String?
    /// For how many seconds it lasts.
    package let lifetime: Double
    /// The stored string that the password was right by; nil where none was asked for.
    package let expectedHash: String?

    /// A token whose secret nobody keeps.
    package init(
        selector: TokenSelector, digest: Digest, owner: Owner, label: String? = nil,
        lifetime: Double, expectedHash: String? = nil
    ) {
        self.selector = selector
        self.digest = digest
        self.owner = owner
        self.label = label
        self.lifetime = lifetime
        self.expectedHash = expectedHash
    }
}

/// What came of a change.
package enum AccountOutcome: Equatable, Sendable {
    case added(Account)
    case tokenAdded(Token)
    /// With how many tokens were revoked.
    case passwordSet(revoked: Int)
    case done
}

/// Why nothing was changed.
package enum AccountFailure: Error, Equatable, Sendable {
    /// Somebody else has that email.
    case taken
    /// The local owner's items belong to an account already.
    case adopted
    case noAccount
    /// This is stored, and not what the password was right by; it may be the same one, hashed anew.
    case passwordChanged(String)
    case noToken
    case storage(StorageFailure)
}
