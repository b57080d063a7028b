package import Items
import Synchronization

/// A verified token, shared by all lanes.
package final class AuthenticatedToken: Sendable {
    // Fields that each request reads come first, to share a cache line.

    /// The count of revocations at which a lane last found the token stored.
    ///
    /// As long as the count is the same, only its expiry can end the token, so one lane's lookup
    /// serves all lanes. The number depends on no other memory, so it needs no ordering.
    private let verifiedAt: Atomic<Int>
    /// Two times in seconds since 1970, as the bits of a `Double`.
    private let usedAt: Atomic<UInt64>
    private let endsAt: Atomic<UInt64>
    /// The token's bucket of the rate limit.
    package let bucket = RateBucket()
    package let owner: Owner
    /// Its purpose; nil for a sign-in.
    package let label: String?
    /// Seconds that a labelled token lasts after a use; sign-ins use the configured lifetime.
    private let lifetime: Double
    /// Whether a use leaves the expiry as it is.
    private let isFixed: Bool
    package let scope: TokenScope
    package let selector: TokenSelector
    private let digest: Digest

    /// A token found stored at this count of revocations.
    package init(_ token: Token, revocations: Int) {
        owner = token.owner
        selector = token.selector
        label = token.label
        digest = token.digest
        lifetime = token.expiresAt - token.lastUsedAt
        isFixed = token.isFixed
        scope = token.scope
        usedAt = Atomic(token.lastUsedAt.bitPattern)
        endsAt = Atomic(token.expiresAt.bitPattern)
        verifiedAt = Atomic(revocations)
    }

    /// The expiry as stored; a use extends it.
    package var expiresAt: Double { Double(bitPattern: endsAt.load(ordering: .relaxed)) }

    /// The latest end of a token that this one makes; nil for a sign-in.
    ///
    /// The end of a token for a program is also that of the tokens that it makes: none of them
    /// outlives it, even if it is not used again.
    package var endOfMadeTokens: Double? { label == nil ? nil : expiresAt }

    /// Whether the token is verified at this count of revocations.
    func isVerified(at revocations: Int) -> Bool {
        verifiedAt.load(ordering: .relaxed) == revocations
    }

    /// Records that a lane found the token stored at a count of revocations; false for another
    /// token.
    ///
    /// Another lane may have extended the expiry since that read, so it never goes back.
    func verify(_ token: Token, at revocations: Int) -> Bool {
        guard token.owner == owner, token.digest == digest, token.scope == scope
        else { return false }
        if token.expiresAt > expiresAt { extend(to: token.expiresAt) }
        verifiedAt.store(revocations, ordering: .relaxed)
        return true
    }

    /// Records a new expiry.
    func extend(to time: Double) {
        endsAt.store(time.bitPattern, ordering: .relaxed)
    }

    /// The new expiry if this use must be stored: once an `interval`, for one caller.
    ///
    /// A last use in the future counts as old: the clock was ahead when it was stored, and the
    /// token would outlive its lifetime by the difference.
    func renewedExpiry(now: Double, lifetime sessions: Double) -> Double? {
        let lifetime = label == nil ? sessions : lifetime
        let interval = min(Self.interval, lifetime / 10)
        let before = usedAt.load(ordering: .relaxed)
        guard abs(now - Double(bitPattern: before)) > interval,
            usedAt.compareExchange(
                expected: before, desired: now.bitPattern, ordering: .relaxed
            ).exchanged
        else { return nil }
        return isFixed ? expiresAt : now + lifetime
    }

    /// The shortest time between stored uses, in seconds.
    private static let interval = 3_600.0
}
