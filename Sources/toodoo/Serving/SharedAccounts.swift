import API
import Accounts
import Items
import Storage

/// The shared state of all lanes of a server with accounts: the account service, the rate limits
/// and the token cache.
struct SharedAccounts {
    private let options: ServeOptions
    private let storage: any Storage
    private let log: FailureLog
    private let clock: Clock
    private let tokens = SharedTokenCache()
    private let hashing = PasswordHashingWorker(.yescrypt, now: monotonicNanoseconds)
    private let service: AccountService
    private let limits: AccountLimits
    private let isSignUpOpen: Bool

    /// The accounts in a storage of a server on `host`; passwords are hashed only after `start`.
    init(
        _ options: ServeOptions, on host: String, _ storage: any Storage, _ log: FailureLog,
        _ clock: Clock
    ) {
        self.options = options
        self.clock = clock
        isSignUpOpen = options.isSignUpOpen(on: host)
        self.storage = storage
        self.log = log
        service = AccountService(
            hashing: hashing, writer: storage, lifetime: Double(options.tokenLifetime)
        ) { log.report($0) }
        limits = AccountLimits(
            signUps: options.rates.signUps, signIns: options.rates.signIns,
            signInsToAccount: options.rates.signInsToAccount, requests: options.rates.requests,
            now: monotonicNanoseconds)
    }

    /// Starts the password thread.
    func start() throws(HashingFailure) {
        try hashing.start()
    }

    /// The dependencies of one lane, which reads through `items`.
    func dependencies(of items: any LaneRepository) -> AccountDependencies {
        AccountDependencies(
            repository: items, writer: storage,
            tokens: TokenAuthenticator(
                repository: items, writer: storage, shared: tokens, clock: clock,
                lifetime: Double(options.tokenLifetime)
            ) { [log] failure in log.report(AccessFailure(failure)) },
            service: service, limits: limits, isSignUpOpen: isSignUpOpen,
            proxies: options.proxies, proxyUser: options.proxyUser)
    }
}
