import Accounts
import Dispatch
import Items
import Synchronization
import TestSupport
import Testing

/// A desk with plain passwords, and one account: ada@example.org, whose password is `right`.
final class DeskWorld {
    let accounts = InMemoryAccounts()
    let desk: AccountDesk
    let ada = Email(stored: "ada@example.org")

    init(_ hasher: PasswordHasher = .plain, stored: String = "plain:right") throws {
        let queue = HashingQueue(hasher, now: { 0 })
        try queue.start()
        let report = Reported()
        desk = AccountDesk(hashing: queue, writer: accounts, lifetime: 60, report: report.take)
        reported = report
        accounts.submit(.add(NewAccount(name: "Ada", email: ada, password: stored))) { _ in }
    }

    private let reported: Reported
    var failures: [AccessFailure] { reported.all }

    func signIn(_ email: Email, _ text: String) throws -> Result<NewSession, AccessFailure> {
        let answer = Answer<Result<NewSession, AccessFailure>>()
        try desk.signIn(email, Password(text), in: accounts, reply: answer.give)
        return answer.wait()
    }

    func signUp(
        _ name: String, _ email: String, _ text: String
    ) throws
        -> Result<Account, AccessFailure>
    {
        let answer = Answer<Result<Account, AccessFailure>>()
        try desk.signUp(
            name: name, email: Email(stored: email), password: try #require(Password(text)),
            in: accounts, reply: answer.give)
        return answer.wait()
    }

    func remove(_ owner: Owner, _ text: String) throws -> AccessFailure? {
        let answer = Answer<Result<Void, AccessFailure>>()
        try desk.remove(owner, Password(text), in: accounts, reply: answer.give)
        if case .failure(let failure) = answer.wait() { return failure }
        return nil
    }

    var owner: Owner {
        get throws { try #require(try accounts.credentials(of: ada)).owner }
    }
}

/// What was reported.
final class Reported: Sendable {
    private let failures = Mutex<[AccessFailure]>([])
    var all: [AccessFailure] { failures.withLock { $0 } }
    @Sendable func take(_ failure: AccessFailure) { failures.withLock { $0.append(failure) } }
}

/// An answer that is given on another thread.
final class Answer<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let given = DispatchSemaphore(value: 0)

    @Sendable func give(_ answer: Value) {
        value.withLock { $0 = answer }
        given.signal()
    }

    func wait() -> Value {
        while true {
            given.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
