package import Items

/// Where accounts and tokens are looked up, as one lane sees them; only touched there.
package protocol AccountRepository: AnyObject {
    /// The account of an owner, nil when there is none any more.
    func account(of owner: Owner) throws(StorageFailure) -> Account?

    /// What a sign-in with this email is checked against, nil when nobody has it.
    func credentials(of email: Email) throws(StorageFailure) -> Credentials?

    /// The token with this selector, nil when it never was, has expired or was revoked.
    func token(_ selector: TokenSelector) throws(StorageFailure) -> Token?

    /// A number that goes up whenever a token is revoked or an account
    /// removed, by whichever process.
    ///
    /// It is read from the state that the requests of this round see, and only once for
    /// each; so what is known about tokens can be believed for as long as it stays the same.
    func revocations() throws(StorageFailure) -> Int
}

/// What changes accounts and tokens; to be called from any thread.
package protocol AccountWriter: AnyObject, Sendable {
    /// Hands a change over; `reply` is called once, when it is on the disk
    /// or has failed, on any thread.
    func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void)
}
