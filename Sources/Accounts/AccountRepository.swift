package import Items

/// The accounts and tokens as one lane reads them; only touched there.
package protocol AccountRepository: AnyObject {
    /// Performs a read: calls `reply` at once, or returns nil and calls the reply that `later`
    /// makes, once, on the same lane, when the rows have arrived.
    func perform<Outcome>(
        _ read: AccountRead, _ reply: (any AccountRows) -> Outcome,
        later: () -> (any AccountRows) -> Void
    ) -> Outcome?
}

/// A repository that has its rows at once.
extension AccountRepository where Self: AccountRows {
    package func perform<Outcome>(
        _ read: AccountRead, _ reply: (any AccountRows) -> Outcome,
        later: () -> (any AccountRows) -> Void
    ) -> Outcome? {
        reply(self)
    }
}

/// A read, whose rows must be available before its reply can run.
package enum AccountRead {
    /// The account and its credentials.
    case account(Owner)
    case credentials(Email)
    /// The token, and the count of revocations.
    case token(TokenSelector)
    case tokens(Owner)
    case revocations
    case subscriptions(Owner)
}

/// The rows of a read, for its reply, all from the same moment.
package protocol AccountRows: AnyObject {
    /// The account of an owner; nil if it no longer exists.
    func account(of owner: Owner) throws(StorageFailure) -> Account?

    /// The credentials of the account with this email; nil if there is none.
    func credentials(of email: Email) throws(StorageFailure) -> Credentials?

    /// The token with this selector; nil if unknown, expired or revoked.
    func token(_ selector: TokenSelector) throws(StorageFailure) -> Token?

    /// The token with this selector, and a count of revocations that was not later: a revocation
    /// after the token was read must not count as seen.
    func verification(
        of selector: TokenSelector
    ) throws(StorageFailure) -> (token: Token, revocations: Int)?

    /// The tokens of an account that have not expired, the most recently used first.
    func tokens(of owner: Owner) throws(StorageFailure) -> [Token]

    /// The subscriptions of an owner, in the order of their creation.
    func subscriptions(of owner: Owner) throws(StorageFailure) -> [Subscription]

    /// The count of revocations: it grows when any process revokes a token or removes an account.
    ///
    /// It is read once per round, in the round's read transaction. A verified token stays valid as
    /// long as the count stays the same.
    func revocations() throws(StorageFailure) -> Int
}

extension AccountRows {
    package func verification(
        of selector: TokenSelector
    ) throws(StorageFailure) -> (token: Token, revocations: Int)? {
        // A commit may come in between, so the count is read first.
        let revocations = try revocations()
        return try token(selector).map { ($0, revocations) }
    }
}

/// Changes accounts and tokens; callable from any thread.
package protocol AccountWriter: AnyObject, Sendable {
    /// Submits a change; `reply` is called once, on any thread, after the commit or the failure.
    func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void)
}
