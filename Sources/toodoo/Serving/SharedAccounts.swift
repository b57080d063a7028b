import API
import Accounts
import Items
import SQLiteStorage

/// What all lanes of a server with accounts share: the account service, the limits,
/// and the tokens that are known.
struct SharedAccounts {
    private let options: ServeOptions
    private let storage: Storage
    private let log: FailureLog
    private let tokens = SharedTokenCache()
    private let hashing = PasswordHashingWorker(.yescrypt, now: monotonicNanoseconds)
    private let service: AccountService
    private let limits: AccountLimits

    /// The accounts in that storage, for whom nothing is hashed before `start`.
    init(_ options: ServeOptions, _ storage: Storage, _ log: FailureLog) {
        self.options = options
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

    /// Starts the thread that hashes passwords.
    func start() throws(HashingFailure) {
        try hashing.start()
    }

    /// What one lane has of it, which reads by `items`.
    func dependencies(of items: SQLiteItemRepository) -> AccountDependencies {
        AccountDependencies(
            repository: items, writer: storage,
            tokens: TokenAuthenticator(
                repository: items, writer: storage, shared: tokens, clock: .system,
                lifetime: Double(options.tokenLifetime)
            ) { [log] failure in log.report(AccessFailure(failure)) },
            service: service, limits: limits, isSignUpOpen: options.signUp == .open,
            proxies: options.proxies)
    }
}
