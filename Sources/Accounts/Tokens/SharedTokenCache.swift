import Synchronization

/// The tokens that lanes have found right lately, so that each has one `AuthenticatedToken` for all
/// of them.
///
/// A lane comes here when it meets a token for the first time in a while. Only tokens that were
/// found right are kept, and no more than `capacity`: to push out others, somebody would have
/// to sign in that often, and would win a new bucket for a token that is used beside those.
package final class SharedTokenCache: Sendable {
    /// The hash of a token's text under a key of this process, by which all lanes cache it.
    let hashing = SipHash.random()
    private let cache: Mutex<TokenCache>

    /// Knows no token yet.
    package init(capacity: Int = TokenCache.capacity) {
        cache = Mutex(TokenCache(capacity: capacity))
    }

    /// The token of the text with this hash, which may have been revoked since it was verified.
    func value(of hash: TokenHash) -> AuthenticatedToken? {
        cache.withLock { $0.value(of: hash) }
    }

    /// The token of the text with this hash, whose token was just found stored.
    func insert(_ stored: Token, for hash: TokenHash, revocations: Int) -> AuthenticatedToken {
        cache.withLock { cache in
            if let cached = cache.value(of: hash), cached.verify(stored, at: revocations) {
                return cached
            }
            let token = AuthenticatedToken(stored, revocations: revocations)
            cache.insert(token, for: hash)
            return token
        }
    }

    /// Forgets a token that is no longer stored.
    func remove(_ hash: TokenHash) {
        cache.withLock { $0.remove(hash) }
    }
}
