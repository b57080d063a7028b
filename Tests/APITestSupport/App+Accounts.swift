package import API
package import Accounts
package import HTTP
package import Items
import Synchronization
import TestSupport
import Testing

/// The settings of accounts that a test can change.
package struct AccountSettings {
    package var origins: [WebOrigin] = []
    package var isSignUpOpen = true
    /// The rate of all other limited requests.
    package var rate: Rate?
    /// The rate of sign-ups.
    package var signUpRate: Rate?
    package var proxies: [AddressRange] = []
    package var proxyUser: ProxyUserField?

    /// There are no limits, and everyone may sign up.
    package init() {}
}

extension App {
    /// An app with accounts and a password hash without cost.
    package static func withAccounts(
        _ items: any ItemRepository, _ accounts: any AccountRepository,
        _ writer: any AccountWriter, clock: Clock,
        ticks: ManualMonotonicClock = ManualMonotonicClock(),
        _ settings: AccountSettings = AccountSettings(),
        sender: RecordingSender = RecordingSender(),
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) -> App {
        // Without `ticks`: a reply comes before its job is measured, and a test that advanced them
        // then would make the job seem slow.
        let hashing = PasswordHashingWorker(.plain) { 0 }
        // Without this thread no sign-in would be answered, and the tests would hang.
        do { try hashing.start() } catch { Issue.record("no thread for passwords: \(error)") }
        let dependencies = AccountDependencies(
            repository: accounts, writer: writer,
            tokens: TokenAuthenticator(
                repository: accounts, writer: writer, shared: SharedTokenCache(), clock: clock,
                lifetime: 86_400, report: { _ in }),
            service: AccountService(
                hashing: hashing, writer: writer, lifetime: 86_400, report: { _ in }),
            limits: AccountLimits(
                signUps: settings.signUpRate, signIns: settings.rate,
                signInsToAccount: settings.rate, requests: settings.rate, now: { ticks.now }),
            isSignUpOpen: settings.isSignUpOpen, proxies: settings.proxies,
            proxyUser: settings.proxyUser)
        return App(
            items: items, authMode: .accounts(dependencies), ids: .incrementing(),
            origins: settings.origins, page: .example,
            assistants: Assistants(version: "9.9.9", timeZones: UTCDatabase()),
            exchange: ExchangeServices(clock: clock, timeZones: UTCDatabase()),
            push: .example(
                accounts, writer, zones: FixedTimeZones(), sender: sender, ticks: ticks),
            report: report)
    }
}

/// A monotonic clock that the test advances.
package final class ManualMonotonicClock: Sendable {
    private let nanoseconds = Mutex<UInt64>(1 << 40)

    /// A clock that has been running for some minutes.
    package init() {}

    package var now: UInt64 { nanoseconds.withLock { $0 } }

    package func advance(seconds: Double) { nanoseconds.withLock { $0 += UInt64(seconds * 1e9) } }
}
