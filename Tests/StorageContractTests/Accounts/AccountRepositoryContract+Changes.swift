import SQLiteTestSupport
import Accounts
import Items
import StorageTestSupport
import TestSupport
import Testing

extension AccountRepositoryContract {
    @Suite struct `An account changed with a token` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `takes the given members and keeps the others`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(1, of: ada)
            let email = Email(stored: "Lovelace@example.org")

            let named = try world.perform(
                .change(ada.owner, AccountChange(name: "Countess", requestedBy: selector(1))))
            let moved = try world.perform(
                .change(ada.owner, AccountChange(email: email, requestedBy: selector(1))))

            let after = Account(
                owner: ada.owner, name: "Countess", email: email, createdAt: ada.createdAt)
            #expect(
                named
                    == .success(
                        .changed(
                            Account(
                                owner: ada.owner, name: "Countess", email: ada.email,
                                createdAt: ada.createdAt))))
            #expect(moved == .success(.changed(after)))
            #expect(try world.repository.account(of: ada.owner) == after)
            #expect(try world.repository.account(of: bob.owner) == bob)
            #expect(try world.repository.credentials(of: ada.email) == nil)
            #expect(
                try world.repository.credentials(of: Email(stored: "LOVELACE@example.org"))
                    == Credentials(owner: ada.owner, password: "$y$ada@example.org"))
        }

        // proves: separation-8
        @Test(arguments: AccountWorld.Kind.allCases)
        func `loses all its other tokens with a new password`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            for number in 1...4 as ClosedRange<UInt64> {
                _ = try world.addToken(number, of: number == 4 ? bob : ada)
            }
            let before = try world.repository.revocations()

            let outcome = try world.perform(
                .change(ada.owner, AccountChange(password: "$y$new", requestedBy: selector(2))))
            let after = try world.repository.revocations()
            let again = try world.perform(
                .change(ada.owner, AccountChange(password: "$y$newer", requestedBy: selector(2))))

            #expect(outcome == .success(.changed(ada)))
            #expect(again == .success(.changed(ada)))
            #expect(try world.tokens(upTo: 4) == [2, 4])
            #expect(after > before)
            #expect(try world.repository.revocations() == after)
            #expect(try world.repository.credentials(of: ada.email)?.password == "$y$newer")
            #expect(
                try world.repository.credentials(of: bob.email)?.password == "$y$bob@example.org")
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `may change the letter case of its email, but not take another account's`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(1, of: ada)

            let outcomes = try ["ADA@example.org", "BOB@example.org"].map { email in
                try world.perform(
                    .change(
                        ada.owner,
                        AccountChange(
                            name: "Other", email: Email(stored: email), requestedBy: selector(1))))
            }

            let own = Account(
                owner: ada.owner, name: "Other", email: Email(stored: "ADA@example.org"),
                createdAt: ada.createdAt)
            #expect(outcomes == [.success(.changed(own)), .failure(.taken)])
            #expect(try world.repository.account(of: ada.owner)?.email.text == "ADA@example.org")
            #expect(try world.repository.account(of: bob.owner) == bob)
        }

        /// A token that was revoked while the password was hashed changes nothing.
        // proves: separation-3
        @Test(arguments: AccountWorld.Kind.allCases)
        func `is not changed by a revoked token or after a change of the password`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(1, of: ada)
            _ = try world.addToken(2, of: bob)
            let changes = [
                AccountChange(name: "x", requestedBy: selector(9)),
                AccountChange(name: "x", requestedBy: selector(2)),
                AccountChange(name: "x", requestedBy: selector(1), expectedHash: "$y$former"),
            ]

            let outcomes = try changes.map { try world.perform(.change(ada.owner, $0)) }
            let missing = try world.perform(
                .change(Owner(key: 99, epoch: "x"), changes[0]))

            #expect(
                outcomes == [
                    .failure(.noToken), .failure(.noToken),
                    .failure(.passwordChanged("$y$ada@example.org")),
                ])
            #expect(missing == .failure(.noAccount))
            #expect(try world.repository.account(of: ada.owner) == ada)
        }
    }

    @Suite struct `The tokens of an account` {
        // proves: separation-8
        @Test(arguments: AccountWorld.Kind.allCases)
        func `are listed by last use, without expired ones`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(1, of: ada, label: "backup")
            _ = try world.addToken(2, of: bob)
            world.time.now += 10
            _ = try world.addToken(3, of: ada)
            _ = try world.addToken(4, of: ada)
            _ = try world.addToken(5, of: ada, lifetime: 10)
            world.time.now += 20
            _ = try world.perform(.touch(selector(1), expiresAt: 9_999))

            let listed = try world.repository.tokens(of: ada.owner)

            #expect(listed.map(\.selector) == [selector(1), selector(4), selector(3)])
            #expect(listed[0] == (try world.repository.token(selector(1))))
            #expect(listed[0].label == "backup")
            #expect(try world.repository.tokens(of: Owner(key: ada.owner.key, epoch: "x")) == [])
            #expect(try world.repository.tokens(of: world.local) == [])
        }

        // proves: separation-8
        @Test(arguments: AccountWorld.Kind.allCases)
        func `are revoked by handle, only by their own account`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            let selectors = [3, 4].map { TokenSelector(high: $0 << 60, low: 7) }
            for (selector, owner) in zip(selectors, [ada.owner, bob.owner]) {
                _ = try world.perform(
                    .addToken(
                        NewToken(
                            selector: selector, digest: digest(1), owner: owner, lifetime: 60)))
            }
            let handles = try selectors.map { try #require(TokenHandle(TokenHandle.text(of: $0))) }
            let before = try world.repository.revocations()

            let others = try world.perform(.revokeHandle(handles[1], of: ada.owner))
            let between = try world.repository.revocations()
            let own = try world.perform(.revokeHandle(handles[0], of: ada.owner))
            let again = try world.perform(.revokeHandle(handles[0], of: ada.owner))
            let missing = try world.perform(
                .revokeHandle(handles[0], of: Owner(key: ada.owner.key, epoch: "x")))

            #expect(
                [others, own, again, missing] == [
                    .failure(.noToken), .success(.revoked(1)), .failure(.noToken),
                    .failure(.noAccount),
                ])
            #expect(between == before)
            #expect(try world.repository.revocations() > before)
            #expect(try world.repository.token(selectors[0]) == nil)
            #expect(try world.repository.token(selectors[1]) != nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `create no tokens once they are revoked`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(1, of: ada)
            _ = try world.addToken(2, of: bob)

            let made = try world.addToken(3, of: ada, label: "job", requestedBy: 1)
            let outcomes = try [2, 9].map { number in
                try world.perform(
                    .addToken(
                        NewToken(
                            selector: selector(8), digest: digest(8), owner: ada.owner,
                            label: "job", lifetime: 60, requestedBy: selector(number))))
            }

            #expect(made.label == "job")
            #expect(outcomes == [.failure(.noToken), .failure(.noToken)])
            #expect(try world.tokens(upTo: 9) == [1, 2, 3])
        }

        // proves: limits-4
        @Test(arguments: AccountWorld.Kind.allCases)
        func `make room for a new one, but the requesting token stays`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            for number in 1...100 as ClosedRange<UInt64> {
                world.time.now += 1
                _ = try world.addToken(number, of: ada)
            }

            _ = try world.addToken(101, of: ada, label: "job", requestedBy: 1)

            #expect(try world.tokens(upTo: 101) == [1] + Array(3...101))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `may have a fixed end`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")

            let token = try world.addToken(1, of: ada, label: "job", endsAt: 5_000)
            world.time.now = 2_000
            _ = try world.perform(.touch(selector(1), expiresAt: 5_000))
            let used = try world.repository.token(selector(1))

            #expect(token.expiresAt == 5_000)
            #expect(token.isFixed)
            #expect(used?.isFixed == true)
            #expect(used?.lastUsedAt == 2_000)
        }
    }
}
