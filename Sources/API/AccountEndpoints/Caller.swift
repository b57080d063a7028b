import Accounts
import Items

/// The owner and the token of a request.
struct Caller {
    let owner: Owner
    /// Nil on a server without accounts.
    let token: AuthenticatedToken?
}
