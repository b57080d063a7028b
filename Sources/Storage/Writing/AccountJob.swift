package import Accounts

/// A change of accounts or tokens in the writer's queue, and the closure that receives its outcome.
package struct AccountJob: Sendable {
    package typealias Outcome = Result<AccountOutcome, AccountFailure>

    package let write: AccountWrite
    package let reply: @Sendable (Outcome) -> Void

    package init(write: AccountWrite, reply: @escaping @Sendable (Outcome) -> Void) {
        self.write = write
        self.reply = reply
    }
}
