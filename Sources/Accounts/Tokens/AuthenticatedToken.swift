package import Items
import Synchronization

/// Somebody whose token was found right, the same for all lanes.
package final class AuthenticatedToken: Sendable {
    // What each request reads comes first, so that it lies in as few cache lines as it can.

    /// The count of revocations at which some lane found the token stored.
    ///
    /// As long as the count is the same, a token that was stored ends by its expiry alone. So one
    /// lane's look serves all lanes. The number says all by itself, and needs no ordering with
    /// other memory.
    private let verifiedAt: Atomic<Int>
    /// Two times in seconds since 1970, as the bits of a `Double`.
    private let usedAt: Atomic<UInt64>
    private let endsAt: Atomic<UInt64>
    /// How much of the rate of a token this one has used.
    package let bucket = RateBucket()
    package let owner: Owner
    /// What an operator calls the token; sign-ins have none.
    package let label: String?
    /// How long the token lasts after it was used, unless all of its kind last otherwise.
    private let lifetime: Double
    package let selector: TokenSelector
    private let digest: Digest

    /// Whoever has the token that was found stored as this at that count of revocations.
    package init(_ token: Token, revocations: Int) {
        owner = token.owner
        selector = token.selector
        label = token.label
        digest = token.digest
        lifetime = token.expiresAt - token.lastUsedAt
        usedAt = Atomic(token.lastUsedAt.bitPattern)
        endsAt = Atomic(token.expiresAt.bitPattern)
        verifiedAt = Atomic(revocations)
    }

    /// When the token expires if it is not used again, as far as that is on the disk.
    package var expiresAt: Double { Double(bitPattern: endsAt.load(ordering: .relaxed)) }

    /// Whether the token was found stored, and nothing was revoked since.
    func isVerified(at revocations: Int) -> Bool {
        verifiedAt.load(ordering: .relaxed) == revocations
    }

    /// Notes what a lane has found stored at a count of revocations, if it is the same token.
    ///
    /// What was written since by another lane is newer, so the expiry never goes back.
    func verify(_ token: Token, at revocations: Int) -> Bool {
        guard token.owner == owner, token.digest == digest else { return false }
        if token.expiresAt > expiresAt { extend(to: token.expiresAt) }
        verifiedAt.store(revocations, ordering: .relaxed)
        return true
    }

    /// Notes when the token expires by now.
    func extend(to time: Double) {
        endsAt.store(time.bitPattern, ordering: .relaxed)
    }

    /// When the token will expire if it is used now, and true for the one
    /// caller in an `interval` who has to write that down.
    ///
    /// A last use in the future is as old as can be: the clock was ahead then, and what was written
    /// by it would let the token live for as long as it was wrong.
    func renewedExpiry(now: Double, lifetime sessions: Double) -> Double? {
        let lifetime = label == nil ? sessions : lifetime
        let interval = min(Self.interval, lifetime / 10)
        let before = usedAt.load(ordering: .relaxed)
        guard abs(now - Double(bitPattern: before)) > interval,
            usedAt.compareExchange(
                expected: before, desired: now.bitPattern, ordering: .relaxed
            ).exchanged
        else { return nil }
        return now + lifetime
    }

    /// How often a use is written down at most, in seconds.
    private static let interval = 3_600.0
}
