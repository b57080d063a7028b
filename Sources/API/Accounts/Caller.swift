import Accounts
import Items

/// The owner and the token of a request.
struct Caller {
    let owner: Owner
    /// Nil on a server without accounts.
    let token: AuthenticatedToken?
}

extension AuthMode {
    /// Whether the caller's token is still valid.
    func isStillAuthorized(_ caller: Caller) throws(StorageFailure) -> Bool {
        guard case .accounts(let accounts) = self, let token = caller.token else { return true }
        return try accounts.tokens.isValid(token)
    }
}
