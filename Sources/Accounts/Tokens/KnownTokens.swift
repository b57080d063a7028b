import Synchronization

/// The tokens that lanes have found right lately, so that each has one `Bearer` for all of them.
///
/// A lane comes here when it meets a token for the first time in a while. Only tokens that were
/// found right are kept, and no more than `capacity`: to push out others, somebody would have
/// to sign in that often, and would win a new bucket for a token that is used beside those.
package final class KnownTokens: Sendable {
    private let bearers: Mutex<RecentlyUsed<TokenSelector, Bearer>>

    /// Knows no token yet.
    package init(capacity: Int = 16_384) {
        bearers = Mutex(RecentlyUsed(capacity: capacity))
    }

    /// Whoever has this token, which was just found stored.
    func bearer(_ token: Token) -> Bearer {
        bearers.withLock { bearers in
            if let known = bearers.value(of: token.selector), known.owner == token.owner,
                known.digest == token.digest
            {
                known.refresh(token)
                return known
            }
            let bearer = Bearer(token)
            bearers.insert(bearer, for: token.selector)
            return bearer
        }
    }
}
