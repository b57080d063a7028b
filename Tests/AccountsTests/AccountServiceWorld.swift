import Accounts
import Dispatch
import Items
import Synchronization
import TestSupport
import Testing

/// An account service with plain passwords and one account: ada@example.org with the password
/// `right`.
final class AccountServiceWorld {
    let accounts = InMemoryAccounts()
    let service: AccountService
    let ada = Email(stored: "ada@example.org")

    init(_ hasher: PasswordHasher = .plain, stored: String = "plain:right") throws {
        let worker = PasswordHashingWorker(hasher, now: { 0 })
        try worker.start()
        let report = Reported()
        service = AccountService(
            hashing: worker, writer: accounts, lifetime: 60, report: report.take)
        reported = report
        accounts.submit(.add(NewAccount(name: "Ada", email: ada, password: stored))) { _ in }
    }

    private let reported: Reported
    var failures: [AccessFailure] { reported.all }

    func signIn(_ email: Email, _ text: String) throws -> Result<NewSession, AccessFailure> {
        let promise = Promise<Result<NewSession, AccessFailure>>()
        try service.signIn(email, Password(text), in: accounts, reply: promise.fulfill)
        return promise.wait()
    }

    func signUp(
        _ name: String, _ email: String, _ text: String
    ) throws
        -> Result<Account, AccessFailure>
    {
        let promise = Promise<Result<Account, AccessFailure>>()
        try service.signUp(
            name: name, email: Email(stored: email), password: try #require(Password(text)),
            setupToken: nil,
            in: accounts, reply: promise.fulfill)
        return promise.wait()
    }

    func remove(_ owner: Owner, _ text: String) throws -> AccessFailure? {
        let promise = Promise<Result<Void, AccessFailure>>()
        try service.remove(owner, Password(text), in: accounts, reply: promise.fulfill)
        if case .failure(let failure) = promise.wait() { return failure }
        return nil
    }

    func change(
        _ patch: AccountPatch, by token: AuthenticatedToken, confirmedBy text: String = "right"
    ) throws -> Result<Account, AccessFailure> {
        let promise = Promise<Result<Account, AccessFailure>>()
        let account = try #require(try accounts.account(of: token.owner))
        try service.change(
            account, patch, by: token, confirmedBy: Password(text), in: accounts,
            reply: promise.fulfill)
        return promise.wait()
    }

    func addToken(
        _ label: String, endingAt endsAt: Double? = nil, scope: TokenScope = .items,
        by token: AuthenticatedToken
    ) -> Result<NewSession, AccessFailure> {
        let promise = Promise<Result<NewSession, AccessFailure>>()
        service.addToken(
            labelled: label, endingAt: endsAt, scope: scope, by: token,
            reply: promise.fulfill)
        return promise.wait()
    }

    /// A verified token of Ada's.
    func authenticated() throws -> AuthenticatedToken {
        AuthenticatedToken(
            try signIn(ada, "right").get().token, revocations: try accounts.revocations())
    }

    var owner: Owner {
        get throws { try #require(try accounts.credentials(of: ada)).owner }
    }
}

/// The reported failures.
final class Reported: Sendable {
    private let failures = Mutex<[AccessFailure]>([])
    var all: [AccessFailure] { failures.withLock { $0 } }
    @Sendable func take(_ failure: AccessFailure) { failures.withLock { $0.append(failure) } }
}

/// A result that is set on another thread.
final class Promise<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let fulfilled = DispatchSemaphore(value: 0)

    @Sendable func fulfill(_ result: Value) {
        value.withLock { $0 = result }
        fulfilled.signal()
    }

    func wait() -> Value {
        while true {
            fulfilled.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
