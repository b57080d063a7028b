import Accounts
import Items

/// Who sent a request: which owner's items it is about, and with what token.
struct Visitor {
    let owner: Owner
    /// Nil where nobody has to say who they are.
    let token: AuthenticatedToken?
}

extension Access {
    /// Whether a request would still be told what it was told when it came.
    func stillKnows(_ visitor: Visitor) throws(StorageFailure) -> Bool {
        guard case .accounts(let accounts) = self, let token = visitor.token else { return true }
        return try accounts.tokens.isValid(token)
    }
}
