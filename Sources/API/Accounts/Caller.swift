import Accounts
import Items

/// Who sent a request: which owner's items it is about, and with what token.
struct Caller {
    let owner: Owner
    /// Nil where nobody has to say who they are.
    let token: AuthenticatedToken?
}

extension AuthMode {
    /// Whether a request would still be told what it was told when it came.
    func isStillAuthorized(_ caller: Caller) throws(StorageFailure) -> Bool {
        guard case .accounts(let accounts) = self, let token = caller.token else { return true }
        return try accounts.tokens.isValid(token)
    }
}
