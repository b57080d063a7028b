import Synchronization

/// The tokens that lanes have found right lately, so that each has one `Bearer` for all of them.
///
/// A lane comes here when it meets a token for the first time in a while. Only tokens that were
/// found right are kept, and no more than `capacity`: to push out others, somebody would have
/// to sign in that often, and would win a new bucket for a token that is used beside those.
package final class KnownTokens: Sendable {
    /// The hash of a token's text under a key of this process, by which all lanes cache it.
    let hashing = SipHash.random()
    private let bearers: Mutex<TokenCache>

    /// Knows no token yet.
    package init(capacity: Int = TokenCache.capacity) {
        bearers = Mutex(TokenCache(capacity: capacity))
    }

    /// The bearer of the text with this hash, which may have been revoked since it was verified.
    func bearer(_ hash: TokenHash) -> Bearer? {
        bearers.withLock { $0.value(of: hash) }
    }

    /// The bearer of the text with this hash, whose token was just found stored.
    func bearer(_ hash: TokenHash, _ token: Token, revocations: Int) -> Bearer {
        bearers.withLock { bearers in
            if let known = bearers.value(of: hash), known.verify(token, at: revocations) {
                return known
            }
            let bearer = Bearer(token, revocations: revocations)
            bearers.insert(bearer, for: hash)
            return bearer
        }
    }

    /// Forgets a token that is no longer stored.
    func remove(_ hash: TokenHash) {
        bearers.withLock { $0.remove(hash) }
    }
}
