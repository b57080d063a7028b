package import Accounts

/// A change of accounts or tokens on its way through the writer, and where its outcome goes.
package struct AccountJob: Sendable {
    package typealias Outcome = Result<AccountOutcome, AccountFailure>

    package let write: AccountWrite
    package let reply: @Sendable (Outcome) -> Void

    /// A change that nobody has done yet.
    package init(write: AccountWrite, reply: @escaping @Sendable (Outcome) -> Void) {
        self.write = write
        self.reply = reply
    }
}
