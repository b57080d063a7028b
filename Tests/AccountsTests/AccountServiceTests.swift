import Accounts
import Items
import TestSupport
import Testing

@Suite struct `Signing in` {
    @Test(arguments: ["ada@example.org", "ADA@Example.ORG"])
    func `returns a token that is stored`(email: String) throws {
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
    func `with a wrong password, or without an account, returns none`(
        email: String, text: String
    ) throws {
        let world = try AccountServiceWorld()

        let outcome = try world.signIn(Email(stored: email), text)

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
        #expect(world.accounts.writes.count == 1)
        #expect(world.failures.isEmpty)
    }

    // proves: separation-6
    @Test func `replaces a hash that is weaker than the current one`() throws {
        let world = try AccountServiceWorld(stored: "old:right")

        _ = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.credentials(of: world.ada)?.password == "plain:right")
        #expect(world.failures.isEmpty)
    }

    @Test func `succeeds if the new hash cannot be computed, and reports it`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try AccountServiceWorld(failing, stored: "old:right")

        let session = try world.signIn(world.ada, "right").get()

        #expect(try world.accounts.token(session.text.selector) != nil)
        #expect(world.failures == [.hashing(.noMemory)])
        #expect(try world.accounts.credentials(of: world.ada)?.password == "old:right")
    }

    @Test func `fails if the token cannot be stored`() throws {
        let world = try AccountServiceWorld()
        world.accounts.failWrites(.storage(.full("disk")))

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.storage(.full("disk"))) { try outcome.get() }
    }

    /// The account was removed while the password was hashed.
    @Test func `to an account that was just removed fails like a wrong password`() throws {
        let world = try AccountServiceWorld()
        world.accounts.failWrites(.noAccount)

        let outcome = try world.signIn(world.ada, "right")

        #expect(throws: AccessFailure.wrong) { try outcome.get() }
    }

    @Test func `fails on the lane if storage cannot be read`() throws {
        let world = try AccountServiceWorld()
        world.accounts.fail(.corrupt("page"))

        #expect(throws: StorageFailure.corrupt("page")) { try world.signIn(world.ada, "right") }
    }
}

@Suite struct `Signing up` {
    @Test func `stores the hash of the password`() throws {
        let world = try AccountServiceWorld()

        let account = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v").get()

        #expect(account.name == "Bob")
        #expect(try world.accounts.account(of: account.owner) == account)
        #expect(
            try world.accounts.credentials(of: account.email)
                == Credentials(owner: account.owner, password: "plain:kx4#Qz!90v"))
    }

    @Test func `with a taken email is refused before hashing`() throws {
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

    @Test func `fails if the password cannot be hashed`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try AccountServiceWorld(failing)

        let outcome = try world.signUp("Bob", "bob@example.org", "kx4#Qz!90v")

        #expect(throws: AccessFailure.hashing(.noMemory)) { try outcome.get() }
    }
}

@Suite struct `Removing an account` {
    @Test func `needs its password`() throws {
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

    @Test func `that does not exist fails differently from a wrong password`() throws {
        let world = try AccountServiceWorld()

        let failure = try world.remove(Owner(key: 99, epoch: "x"), "right")

        #expect(failure == .gone)
    }

    /// Two concurrent removals: both passwords are correct when they are verified.
    @Test func `that is removed concurrently fails differently from a wrong password`() throws {
        let world = try AccountServiceWorld()
        let owner = try world.owner
        world.accounts.failWrites(.noAccount)

        let failure = try world.remove(owner, "right")

        #expect(failure == .gone)
    }
}
