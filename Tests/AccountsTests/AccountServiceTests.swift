import Accounts
import Items
import TestSupport
import Testing

@Suite struct `Signing in` {
    @Test(arguments: ["ada@example.org", "ADA@Example.ORG"])
    func `gives a token that is then known`(email: String) throws {
        let world = try AccountServiceWorld()

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
    func `with a wrong password, or without an account, gives none`(
        email: String, text: String
    ) throws {
        let world = try AccountServiceWorld()

        let outcome = try world.signIn(Email(stored: email), text)

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
        #expect(world.accounts.writes.count == 1)
        #expect(world.failures.isEmpty)
    }

    // proves: accounts-4
    @Test func `renews a string that is weaker than today's`() throws {
        let world = try AccountServiceWorld(stored: "old:right")

        _ = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.credentials(of: world.ada)?.password == "plain:right")
        #expect(world.failures.isEmpty)
    }

    @Test func `succeeds when the renewed string cannot be made, which is reported`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try AccountServiceWorld(failing, stored: "old:right")

        let session = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.token(session.text.selector) != nil)
        #expect(world.failures == [.hashing(.noMemory)])
        #expect(try world.accounts.credentials(of: world.ada)?.password == "old:right")
    }

    @Test func `fails when the token cannot be stored`() throws {
        let world = try AccountServiceWorld()
        world.accounts.failWrites(.storage(.full("disk")))

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.storage(.full("disk"))) { try outcome.get() }
    }

    /// The account was removed while the password was hashed.
    @Test func `to an account that has just gone is wrong`() throws {
        let world = try AccountServiceWorld()
        world.accounts.failWrites(.noAccount)

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
    }

    @Test func `fails on the lane when storage cannot be read`() throws {
        let world = try AccountServiceWorld()
        world.accounts.fail(.corrupt("page"))

        #expect(throws: StorageFailure.corrupt("page")) { try world.signIn(world.ada, "right") }
    }
}

@Suite struct `Signing up` {
    @Test func `stores what the password was hashed to`() throws {
        let world = try AccountServiceWorld()

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
        let world = try AccountServiceWorld(hasher)

        let outcome = try world.signUp("Ada", "ADA@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.taken) { try outcome.get() }
        #expect(counting.all.isEmpty)
    }

    @Test func `with an email that is taken meanwhile is refused by the writer`() throws {
        let world = try AccountServiceWorld()
        world.accounts.failWrites(.taken)

        let outcome = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.taken) { try outcome.get() }
    }

    @Test func `fails when the password cannot be hashed`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try AccountServiceWorld(failing)

        let outcome = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.hashing(.noMemory)) { try outcome.get() }
    }
}

@Suite struct `Removing an account` {
    @Test func `takes its password`() throws {
        let world = try AccountServiceWorld()
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
        let world = try AccountServiceWorld()

        let failure = try world.remove(Owner(key: 99, epoch: "x"), "right")

        #expect(failure == .gone)
    }

    /// The same removal twice at once: both passwords are right when they are looked at.
    @Test func `that is removed concurrently is told from a wrong password`() throws {
        let world = try AccountServiceWorld()
        let owner = try world.owner
        world.accounts.failWrites(.noAccount)

        let failure = try world.remove(owner, "right")

        #expect(failure == .gone)
    }
}
