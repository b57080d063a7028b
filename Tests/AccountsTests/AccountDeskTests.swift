import Accounts
import Dispatch
import Items
import Synchronization
import TestSupport
import Testing

/// A desk with plain passwords, and one account: ada@example.org, whose password is `right`.
private final class DeskWorld {
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
private final class Reported: Sendable {
    private let failures = Mutex<[AccessFailure]>([])
    var all: [AccessFailure] { failures.withLock { $0 } }
    @Sendable func take(_ failure: AccessFailure) { failures.withLock { $0.append(failure) } }
}

/// An answer that is given on another thread.
private final class Answer<Value: Sendable>: Sendable {
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

@Suite struct `Signing in` {
    @Test(arguments: ["ada@example.org", "ADA@Example.ORG"])
    func `gives a token that is then known`(email: String) throws {
        let world = try DeskWorld()

        let session = try world.signIn(Email(stored: email), "right").get()

        let stored = try world.accounts.token(session.text.selector)
        #expect(stored == session.token)
        #expect(stored?.digest == session.text.digest)
        #expect(stored?.owner == (try world.owner))
        #expect(session.token.expiresAt == 1_060)
        #expect(session.token.label == nil)
    }

    @Test(arguments: [
        ("ada@example.org", "wrong"), ("bob@example.org", "right"), ("ada@example.org", ""),
        ("ada@example.org", "right\0"),
        ("ada@example.org", "right" + String(repeating: "x", count: 500)),
    ])
    func `with a wrong password, or as nobody, gives none`(email: String, text: String) throws {
        let world = try DeskWorld()

        let outcome = try world.signIn(Email(stored: email), text)

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
        #expect(world.accounts.writes.count == 1)
        #expect(world.failures.isEmpty)
    }

    @Test func `renews a string that is weaker than today's`() throws {
        let world = try DeskWorld(stored: "old:right")

        _ = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.credentials(of: world.ada)?.password == "plain:right")
        #expect(world.failures.isEmpty)
    }

    @Test func `succeeds when the renewed string cannot be made, which is reported`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try DeskWorld(failing, stored: "old:right")

        let session = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.token(session.text.selector) != nil)
        #expect(world.failures == [.hashing(.noMemory)])
        #expect(try world.accounts.credentials(of: world.ada)?.password == "old:right")
    }

    @Test func `fails when the token cannot be stored`() throws {
        let world = try DeskWorld()
        world.accounts.failWrites(.storage(.full("disk")))

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.storage(.full("disk"))) { try outcome.get() }
    }

    /// The account was removed while the password was hashed.
    @Test func `to an account that has just gone is wrong`() throws {
        let world = try DeskWorld()
        world.accounts.failWrites(.noAccount)

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
    }

    @Test func `fails on the lane when storage cannot be read`() throws {
        let world = try DeskWorld()
        world.accounts.fail(.corrupt("page"))

        #expect(throws: StorageFailure.corrupt("page")) { try world.signIn(world.ada, "right") }
    }
}

/// What somebody does to an account while a password of it is hashed for the first time.
private final class Meanwhile: Sendable {
    private let change = Mutex<AccountWrite?>(nil)
    private let place = Mutex<InMemoryAccounts?>(nil)

    func set(_ write: AccountWrite, in accounts: InMemoryAccounts) {
        change.withLock { $0 = write }
        place.withLock { $0 = accounts }
    }

    var hasher: PasswordHasher {
        PasswordHasher(
            hash: PasswordHasher.plain.hash,
            matches: { password, stored throws(HashingFailure) in
                let write = self.change.withLock { $0.take() }
                if let write { self.place.withLock { $0 }?.submit(write) { _ in } }
                return try PasswordHasher.plain.matches(password, stored)
            }, isWeaker: PasswordHasher.plain.isWeaker)
    }
}

@Suite struct `A password that becomes another while it is hashed` {
    @Test func `lets nobody in`() throws {
        let meanwhile = Meanwhile()
        let world = try DeskWorld(meanwhile.hasher)
        meanwhile.set(.setPassword(try world.owner, to: "plain:another"), in: world.accounts)

        let outcome = try world.signIn(world.ada, "right")
        let again = try world.signIn(world.ada, "another")

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
        #expect(throws: Never.self) { try again.get() }
        #expect(world.failures.isEmpty)
    }

    @Test func `removes no account`() throws {
        let meanwhile = Meanwhile()
        let world = try DeskWorld(meanwhile.hasher)
        let owner = try world.owner
        meanwhile.set(.setPassword(owner, to: "plain:another"), in: world.accounts)

        let failure = try world.remove(owner, "right")

        #expect(failure == .wrong)
        #expect(try world.accounts.account(of: owner) != nil)
    }

    /// Two sign-ins at once after the parameters have grown.
    @Test func `lets in who knows it where only its string is another`() throws {
        let meanwhile = Meanwhile()
        let world = try DeskWorld(meanwhile.hasher, stored: "old:right")
        let owner = try world.owner
        meanwhile.set(
            .rehash(owner, from: "old:right", to: "plain:right"), in: world.accounts)

        let session = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.token(session.text.selector) == session.token)
        #expect(world.accounts.writes.count { if case .addToken = $0 { true } else { false } } == 2)
        #expect(world.failures.isEmpty)
    }
}

@Suite struct `Signing up` {
    @Test func `stores what the password was hashed to`() throws {
        let world = try DeskWorld()

        let account = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v").get()

        #expect(account.name == "Bob")
        #expect(try world.accounts.account(of: account.owner) == account)
        #expect(
            try world.accounts.credentials(of: account.email)
                == Credentials(owner: account.owner, password: "plain:kx4#Qz!90v"))
    }

    @Test func `with an email that is taken is refused before anything is hashed`() throws {
        let counting = Reported()
        let hasher = PasswordHasher(
            hash: { _ throws(HashingFailure) in
                counting.take(.wrong)
                return ""
            },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try DeskWorld(hasher)

        let outcome = try world.signUp("Ada", "ADA@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.taken) { try outcome.get() }
        #expect(counting.all.isEmpty)
    }

    @Test func `with an email that is taken meanwhile is refused by the writer`() throws {
        let world = try DeskWorld()
        world.accounts.failWrites(.taken)

        let outcome = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.taken) { try outcome.get() }
    }

    @Test func `fails when the password cannot be hashed`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try DeskWorld(failing)

        let outcome = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.hashing(.noMemory)) { try outcome.get() }
    }
}

@Suite struct `Removing an account` {
    @Test func `takes its password`() throws {
        let world = try DeskWorld()
        let owner = try world.owner

        let wrong = try world.remove(owner, "wrong")
        let stays = try world.accounts.account(of: owner)
        let right = try world.remove(owner, "right")

        #expect(wrong == .wrong)
        #expect(stays != nil)
        #expect(right == nil)
        #expect(try world.accounts.account(of: owner) == nil)
    }

    @Test func `that is none any more is told from a wrong password`() throws {
        let world = try DeskWorld()

        let failure = try world.remove(Owner(key: 99, epoch: "x"), "right")

        #expect(failure == .gone)
    }

    /// The same removal twice at once: both passwords are right when they are looked at.
    @Test func `that somebody else removes meanwhile is told from a wrong password`() throws {
        let world = try DeskWorld()
        let owner = try world.owner
        world.accounts.failWrites(.noAccount)

        let failure = try world.remove(owner, "right")

        #expect(failure == .gone)
    }
}
