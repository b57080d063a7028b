package import Accounts
import HTTP
import Items

/// How often one address may sign up or in, anyone may sign in to one
/// account, and a token may be used.
///
/// That for an account keeps guesses that come from everywhere from one account, and
/// its owner has to wait with them; so it is generous, and a token goes on being good.
package struct AccountLimits: Sendable {
    private let signUps: RateLimiter<ClientAddress>?
    private let requests: Rate?
    private let now: @Sendable () -> UInt64
    private let signIns: RateLimiter<ClientAddress>?
    private let signInsToAccount: RateLimiter<[UInt8]>?

    /// Limits at these rates, one for all lanes; without a rate there is no limit.
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

    /// Lets an account be made from this address, or says when to come again.
    func admitSignUp(from address: ClientAddress) throws(Problem) {
        try Self.take(address, signUps, "sign-up")
    }

    /// Lets somebody at this address try to sign in.
    func admitSignIn(from address: ClientAddress) throws(Problem) {
        try Self.take(address, signIns, "sign-in")
    }

    /// Lets somebody try to sign in to this account, whether or not there is such a one.
    func admitSignIn(to email: Email) throws(Problem) {
        try Self.take(email.key, signInsToAccount, "account")
    }

    /// Lets somebody try to confirm that an account is theirs.
    func admitRemoval(of owner: Owner) throws(Problem) {
        // No email begins with this byte, so that nobody can use it up from outside.
        try Self.take([0] + Array("\(owner.key)".utf8), signInsToAccount, "account")
    }

    /// Lets a token be used once more.
    func admitRequest(of token: AuthenticatedToken) throws(Problem) {
        guard let requests else { return }
        try Self.check(token.bucket.take(requests, now: now()), requests, "token")
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
