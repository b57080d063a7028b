package import Accounts
import HTTP
import Items

/// The rate limits of sign-up and sign-in by address, of sign-in by account, and of requests by
/// token.
///
/// The limit by account stops distributed guessing, but also delays the account's owner. So it is
/// generous and does not affect tokens.
package struct AccountLimits: Sendable {
    private let signUps: RateLimiter<ClientAddress>?
    private let requests: Rate?
    private let now: @Sendable () -> UInt64
    private let signIns: RateLimiter<ClientAddress>?
    private let signInsToAccount: RateLimiter<[UInt8]>?

    /// Creates the limits, shared by all lanes; nil means no limit.
    package init(
        signUps: Rate?, signIns: Rate?, signInsToAccount: Rate?, requests: Rate?,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.requests = requests
        self.now = now
        self.signUps = signUps.map { RateLimiter($0, now: now) }
        self.signIns = signIns.map { RateLimiter($0, now: now) }
        self.signInsToAccount = signInsToAccount.map { RateLimiter($0, now: now) }
    }

    /// Counts a sign-up, or a change of an email, from this address; throws 429 with the time to retry.
    func admitSignUp(from address: ClientAddress) throws(Problem) {
        try Self.take(from: address, signUps, "sign-up")
    }

    func admitSignIn(from address: ClientAddress) throws(Problem) {
        try Self.take(from: address, signIns, "sign-in")
    }

    /// Counts a sign-in to this account, existing or not.
    func admitSignIn(to email: Email) throws(Problem) {
        try Self.take(email.key, signInsToAccount, "account")
    }

    /// Counts a check of the password of the caller's own account, to change or remove it.
    func admitConfirmation(of owner: Owner) throws(Problem) {
        // No email begins with 0, so sign-ins cannot use up this bucket.
        try Self.take([0] + Array("\(owner.key)".utf8), signInsToAccount, "account")
    }

    func admitRequest(of token: AuthenticatedToken) throws(Problem) {
        guard let requests else { return }
        try Self.check(token.bucket.take(requests, now: now()), requests, "token")
    }

    /// The factor by which the rate of the next wider network, which is 256 times as large, is
    /// higher.
    ///
    /// A customer may have a whole wider network, or share it with many others.
    package static let factorOfWiderNetwork = 4

    /// Counts a use from an address, and from the networks around it.
    private static func take(
        from address: ClientAddress, _ limiter: RateLimiter<ClientAddress>?, _ policy: StaticString
    ) throws(Problem) {
        guard let limiter else { return }
        var uses = [(key: address, rate: limiter.rate)]
        for network in address.widerNetworks {
            uses.append((network, uses[uses.count - 1].rate.times(factorOfWiderNetwork)))
        }
        let (decision, rate) = limiter.take(uses)
        try check(decision, rate, policy)
    }

    private static func take<Key>(
        _ key: Key, _ limiter: RateLimiter<Key>?, _ policy: StaticString
    ) throws(Problem) {
        guard let limiter else { return }
        try check(limiter.take(key), limiter.rate, policy)
    }

    private static func check(
        _ decision: RateDecision, _ rate: Rate, _ policy: StaticString
    ) throws(Problem) {
        guard case .refused(let seconds) = decision else { return }
        throw .tooManyRequests(RateLimitExceeded(policy: policy, rate: rate, seconds: seconds))
    }
}
