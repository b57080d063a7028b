import Accounts
import Items
import Synchronization
import TestSupport

let hour = 3_600.0
let month = 30 * 24 * hour

/// Accounts with one account, and authenticators of tokens, one for each lane.
final class TokenWorld {
    let time = ManualClock(1_000_000)
    let accounts: InMemoryAccounts
    let tokens: SharedTokenCache
    let owner: Owner
    let reports = Reports()
    private let capacity: Int

    init(capacity: Int = 4_096) throws {
        self.capacity = capacity
        accounts = InMemoryAccounts(clock: time.clock)
        tokens = SharedTokenCache(capacity: capacity)
        owner = try accounts.signUp("ada@example.org")
    }

    func lane(lifetime: Double = month) -> TokenAuthenticator {
        TokenAuthenticator(
            repository: accounts, writer: accounts, shared: tokens, clock: time.clock,
            lifetime: lifetime, capacity: capacity, report: reports.take)
    }

    func token(
        label: String? = nil, lifetime: Double = month, endsAt: Double? = nil,
        scope: TokenScope = .all
    ) -> TokenText {
        let token = TokenText.random()
        accounts.submit(
            .addToken(
                NewToken(
                    selector: token.selector, digest: token.digest, owner: owner, label: label,
                    lifetime: lifetime, endsAt: endsAt, scope: scope))
        ) { _ in }
        return token
    }

    var touches: [AccountWrite] {
        accounts.writes.filter { if case .touch = $0 { true } else { false } }
    }
}

/// The reported failures.
final class Reports: Sendable {
    private let failures = Mutex<[AccountFailure]>([])

    var all: [AccountFailure] { failures.withLock { $0 } }

    @Sendable func take(_ failure: AccountFailure) {
        failures.withLock { $0.append(failure) }
    }
}

extension InMemoryAccounts {
    /// Adds an account and returns its owner.
    func signUp(_ email: String) throws -> Owner {
        let outcome = Mutex<Result<AccountOutcome, AccountFailure>?>(nil)
        submit(.add(NewAccount(name: "x", email: Email(stored: email), password: "plain:x"))) {
            result in outcome.withLock { $0 = result }
        }
        guard case .added(let account) = try outcome.withLock({ $0 })?.get() else {
            throw AccountFailure.noAccount
        }
        return account.owner
    }
}

extension TokenAuthenticator {
    /// Authenticates the text of a token.
    func authenticate(_ token: TokenText) throws -> AuthenticatedToken? {
        try authenticate(token.revealed.utf8Span.span)
    }
}
