import Accounts
import Items
import Synchronization
import TestSupport
import Testing

/// A change of an account while its password is verified for the first time.
private final class ConcurrentChange: Sendable {
    private let change = Mutex<AccountWrite?>(nil)
    private let accounts = Mutex<InMemoryAccounts?>(nil)

    func set(_ write: AccountWrite, in accounts: InMemoryAccounts) {
        change.withLock { $0 = write }
        self.accounts.withLock { $0 = accounts }
    }

    var hasher: PasswordHasher {
        PasswordHasher(
            hash: PasswordHasher.plain.hash,
            matches: { password, stored throws(HashingFailure) in
                let write = self.change.withLock { $0.take() }
                if let write { self.accounts.withLock { $0 }?.submit(write) { _ in } }
                return try PasswordHasher.plain.matches(password, stored)
            }, isWeaker: PasswordHasher.plain.isWeaker)
    }
}

@Suite struct `A password that changes while it is verified` {
    @Test func `is refused`() throws {
        let concurrent = ConcurrentChange()
        let world = try AccountServiceWorld(concurrent.hasher)
        concurrent.set(.setPassword(try world.owner, to: "plain:another"), in: world.accounts)

        let outcome = try world.signIn(world.ada, "right")
        let again = try world.signIn(world.ada, "another")

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
        #expect(throws: Never.self) { try again.get() }
        #expect(world.failures.isEmpty)
    }

    @Test func `removes no account`() throws {
        let concurrent = ConcurrentChange()
        let world = try AccountServiceWorld(concurrent.hasher)
        let owner = try world.owner
        concurrent.set(.setPassword(owner, to: "plain:another"), in: world.accounts)

        let failure = try world.remove(owner, "right")

        #expect(failure == .wrong)
        #expect(try world.accounts.account(of: owner) != nil)
    }

    /// Two concurrent sign-ins after the hashing parameters were raised.
    @Test func `is accepted if only its hash was replaced`() throws {
        let concurrent = ConcurrentChange()
        let world = try AccountServiceWorld(concurrent.hasher, stored: "old:right")
        let owner = try world.owner
        concurrent.set(
            .rehash(owner, from: "old:right", to: "plain:right"), in: world.accounts)

        let session = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.token(session.text.selector) == session.token)
        #expect(world.accounts.writes.count { if case .addToken = $0 { true } else { false } } == 2)
        #expect(world.failures.isEmpty)
    }
}
