import Accounts
import Items
import TestSupport
import Testing

@Suite struct `Changing an account` {
    @Test func `needs the password for a new email or password, but not for a name`()
        throws
    {
        let world = try AccountServiceWorld()
        let token = try world.authenticated()
        let email = Email(stored: "new@example.org")
        let password = try #require(Password("kx4#Qz!90v"))

        let named = try world.change(AccountPatch(name: "Countess"), by: token, confirmedBy: "")
        let refused = try [AccountPatch(email: email), AccountPatch(password: password)].map {
            try world.change($0, by: token, confirmedBy: "wrong")
        }
        let before = try world.accounts.credentials(of: world.ada)
        let changed = try world.change(
            AccountPatch(email: email, password: password), by: token)

        #expect(try named.get().name == "Countess")
        #expect(refused.allSatisfy { $0 == .failure(.wrong) })
        #expect(before?.password == "plain:right")
        #expect(try changed.get().email == email)
        #expect(try world.accounts.credentials(of: email)?.password == "plain:kx4#Qz!90v")
        #expect(try world.accounts.token(token.selector) != nil)
        #expect(world.failures.isEmpty)
    }

    @Test func `reports the reason of a failure`() throws {
        let world = try AccountServiceWorld()
        let token = try world.authenticated()
        let patches = [
            AccountPatch(name: "x"), AccountPatch(email: Email(stored: "new@example.org")),
        ]
        let failures: [(AccountFailure, AccessFailure)] = [
            (.taken, .taken), (.noAccount, .gone), (.noToken, .gone),
            (.storage(.full("disk")), .storage(.full("disk"))),
        ]

        for (failure, expected) in failures {
            world.accounts.failWrites(failure)
            for patch in patches {
                #expect(try world.change(patch, by: token) == .failure(expected))
            }
            if failure != .taken {
                #expect(throws: expected) { try world.addToken("job", by: token).get() }
            }
        }
    }

    @Test func `fails if the new password cannot be hashed`() throws {
        let failing = PasswordHasher(
            hash: { _ throws(HashingFailure) in throw .noMemory },
            matches: PasswordHasher.plain.matches, isWeaker: PasswordHasher.plain.isWeaker)
        let world = try AccountServiceWorld(failing)
        let token = try world.authenticated()
        let password = try #require(Password("kx4#Qz!90v"))

        let outcome = try world.change(AccountPatch(password: password), by: token)

        #expect(outcome == .failure(.hashing(.noMemory)))
        #expect(try world.accounts.credentials(of: world.ada)?.password == "plain:right")
    }

    @Test func `adds tokens with the lifetime of a session, or with a fixed end`() throws {
        let world = try AccountServiceWorld()
        let token = try world.authenticated()

        let open = try world.addToken("job", by: token).get()
        let fixed = try world.addToken("week", endingAt: 9_000, by: token).get()

        #expect(open.token.label == "job")
        #expect(open.token.expiresAt == 1_060)
        #expect(fixed.token.expiresAt == 9_000)
        #expect(try world.accounts.token(fixed.text.selector) == fixed.token)
        #expect(fixed.token.digest == fixed.text.digest)
    }

    // proves: separation-5
    @Test func `makes tokens with the scope that is wanted, and records which token made them`()
        throws
    {
        let world = try AccountServiceWorld()
        let token = try world.authenticated()

        let reading = try world.addToken("report", scope: .read, by: token).get()
        let writing = try world.addToken("job", by: token).get()

        #expect([reading, writing].map(\.token.scope) == [.read, .items])
        #expect([reading, writing].map(\.token.madeBy) == [token.selector, token.selector])
        #expect(try world.accounts.token(reading.text.selector) == reading.token)
    }
}

@Suite struct `A token handle` {
    @Test(arguments: [
        (0, "000000000000"), (0x0123_4567_89AB_CDEF, "0123456789ab"), (UInt64.max, "ffffffffffff"),
    ])
    func `is the beginning of its selector`(high: UInt64, text: String) throws {
        let selector = TokenSelector(high: high, low: 7)

        let handle = try #require(TokenHandle(TokenHandle.text(of: selector)))

        #expect(handle.text == text)
        #expect(handle.names(selector))
        #expect(!handle.names(TokenSelector(high: high ^ 1 << 16, low: 7)))
    }

    @Test(arguments: ["", "abc", "0123456789abc", "0123456789ag", "+123456789ab", "０１２３"])
    func `has 4 to 12 hexadecimal digits`(text: String) {
        #expect(TokenHandle(text) == nil)
    }
}
