package import Items

/// A change of accounts or tokens, performed by the writer between item writes.
///
/// A change that needs the password carries `expectedHash`, the hash that the password was verified
/// against. It fails if another hash is stored by then.
package enum AccountWrite: Equatable, Sendable {
    /// The maximum number of tokens of an account; one more evicts the least recently used.
    package static let tokensPerAccount = 100

    case add(NewAccount)
    /// Adds an account unless there is one with its email, which is the outcome then.
    case enrol(NewAccount)
    /// Lets the token with this digest add the first account, in place of an earlier token; fails
    /// once there is an account.
    case offerSetup(Digest)
    /// Removes the account and its tokens at once; its items are erased afterwards.
    case remove(Owner, expectedHash: String? = nil)
    /// Stores another hash of the same password, if the stored one is still `from`.
    case rehash(Owner, from: String, to: String)
    /// Stores the hash of a new password and revokes all tokens of the account.
    case setPassword(Owner, to: String)
    case revokeAll(Owner)
    /// Changes members of an account at the request of one of its tokens.
    case change(Owner, AccountChange)
    case addToken(NewToken)
    /// Revokes a token of this account at its own request. What a sign-in has made stays.
    case signOut(TokenSelector, of: Owner)
    /// Revokes the token of this account that has a handle, and all that it has made.
    case revokeHandle(TokenHandle, of: Owner)
    /// Records a use of a token and its new expiry.
    case touch(TokenSelector, expiresAt: Double)
    case reminders(ReminderWrite)
}

package struct NewToken: Equatable, Sendable {
    package let selector: TokenSelector
    package let digest: Digest
    package let owner: Owner
    package let label: String?
    /// Its lifetime after a use, in seconds.
    package let lifetime: Double
    /// The fixed end of its validity; nil if each use extends it.
    package let endsAt: Double?
    /// What it permits; a sign-in, which has no label, permits everything.
    package let scope: TokenScope
    /// The token that requested it, which must still be stored then; nil if none did.
    ///
    /// A token for a program takes along what it has made when it ends; a sign-in does so only when
    /// it is revoked by its handle.
    package let requestedBy: TokenSelector?
    /// The hash that the password was verified against; nil if no password was needed.
    package let expectedHash: String?

    /// Creates a token from the digest alone; the secret is not stored.
    package init(
        selector: TokenSelector, digest: Digest, owner: Owner, label: String? = nil,
        lifetime: Double, endsAt: Double? = nil, scope: TokenScope = .all,
        requestedBy: TokenSelector? = nil, expectedHash: String? = nil
    ) {
        self.selector = selector
        self.digest = digest
        self.owner = owner
        self.label = label
        self.lifetime = lifetime
        self.endsAt = endsAt
        self.scope = scope
        self.requestedBy = requestedBy
        self.expectedHash = expectedHash
    }
}

package enum AccountOutcome: Equatable, Sendable {
    case added(Account)
    case changed(Account)
    case tokenAdded(Token)
    /// This number of tokens was revoked.
    case revoked(Int)
    case done
    case reminders(ReminderOutcome)
}

/// Why a change failed.
package enum AccountFailure: Error, Equatable, Sendable {
    /// Another account has this email.
    case taken
    /// An account has already adopted the local owner's items.
    case adopted
    /// There is an account already, or the set-up token is not the stored one.
    case setupEnded
    case noAccount
    /// The stored hash differs from the expected one; it may be a rehash of the same password.
    case passwordChanged(String)
    case noToken
    case noSubscription
    case tooManySubscriptions
    case storage(StorageFailure)
}
