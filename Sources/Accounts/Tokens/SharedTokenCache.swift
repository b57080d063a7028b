import Synchronization

/// The recently verified tokens of all lanes, with one `AuthenticatedToken` for each.
///
/// A lane reads it on a miss in its own cache. It holds verified tokens only, at most `capacity`:
/// to evict others, an attacker would need that many sign-ins, and would gain a new bucket for a
/// token that is used meanwhile.
package final class SharedTokenCache: Sendable {
    /// The hash of a token's text, keyed for this process, the key of all caches.
    let hashing = SipHash.random()
    private let cache: Mutex<TokenCache>

    package init(capacity: Int = TokenCache.capacity) {
        cache = Mutex(TokenCache(capacity: capacity))
    }

    /// The token of this hash; it may have been revoked since its verification.
    func value(of hash: TokenHash) -> AuthenticatedToken? {
        cache.withLock { $0.value(of: hash) }
    }

    /// Caches a token just found stored, and returns the shared instance.
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

    /// Removes a token that is no longer stored.
    func remove(_ hash: TokenHash) {
        cache.withLock { $0.remove(hash) }
    }
}
