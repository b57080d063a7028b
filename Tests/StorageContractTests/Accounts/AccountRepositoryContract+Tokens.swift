import SQLiteTestSupport
import Accounts
import Items
import StorageTestSupport
import TestSupport
import Testing

extension AccountRepositoryContract {
    @Suite struct `A stored token` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `is found by its selector, with all its values`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            world.time.now = 2_000

            let token = try world.addToken(1, of: ada, lifetime: 60)
            let named = try world.addToken(2, of: ada, label: "backup \"job\"")

            #expect(
                token
                    == Token(
                        selector: selector(1), digest: digest(1), owner: ada.owner,
                        createdAt: 2_000, lastUsedAt: 2_000, expiresAt: 2_060))
            #expect(named.label == "backup \"job\"")
            #expect(try world.repository.token(selector(1)) == token)
            #expect(try world.repository.token(selector(2)) == named)
            #expect(try world.repository.token(selector(3)) == nil)
            #expect(try world.repository.token(TokenSelector(high: 0, low: 1)) == nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `of a removed account is not stored`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.perform(.remove(ada.owner))

            let outcome = try world.perform(
                .addToken(
                    NewToken(
                        selector: selector(1), digest: digest(1), owner: ada.owner, lifetime: 60)))

            #expect(outcome == .failure(.noAccount))
            #expect(try world.repository.token(selector(1)) == nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `expires at its end`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let token = try world.addToken(1, of: try world.add("ada@example.org"), lifetime: 60)

            world.time.now = token.expiresAt - 0.001
            let before = try world.repository.token(selector(1))
            world.time.now = token.expiresAt
            let after = try world.repository.token(selector(1))
            let touch = try world.perform(.touch(selector(1), expiresAt: 9_999))

            #expect(before == token)
            #expect(after == nil)
            #expect(touch == .failure(.noToken))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is revoked is gone, and increments the count of revocations`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            for number in 1...2 as ClosedRange<UInt64> { _ = try world.addToken(number, of: ada) }
            let revocations = try world.repository.revocations()

            let outcome = try world.perform(.signOut(selector(1), of: ada.owner))
            let after = try world.repository.revocations()
            let again = try world.perform(.signOut(selector(1), of: ada.owner))

            #expect(outcome == .success(.revoked(1)))
            #expect(again == .failure(.noToken))
            #expect(try world.tokens(upTo: 2) == [2])
            #expect(after > revocations)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is added, used or rehashed does not change the count of revocations`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let revocations = try world.repository.revocations()

            let ada = try world.add("ada@example.org")
            _ = try world.addToken(1, of: ada)
            _ = try world.perform(.touch(selector(1), expiresAt: 9_999))
            _ = try world.perform(.rehash(ada.owner, from: "$y$ada@example.org", to: "$y$new"))

            #expect(try world.repository.revocations() == revocations)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is used gets a new time of last use and a later end`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            let token = try world.addToken(1, of: ada, label: "laptop", lifetime: 60)
            world.time.now = 1_030

            let outcome = try world.perform(.touch(selector(1), expiresAt: 1_090))
            let missing = try world.perform(.touch(selector(2), expiresAt: 1_090))
            world.time.now = token.expiresAt

            #expect(outcome == .success(.done))
            #expect(missing == .failure(.noToken))
            #expect(
                try world.repository.token(selector(1))
                    == Token(
                        selector: selector(1), digest: digest(1), owner: ada.owner, label: "laptop",
                        createdAt: 1_000, lastUsedAt: 1_030, expiresAt: 1_090))
        }

        // proves: separation-5
        @Test(arguments: AccountWorld.Kind.allCases)
        func `keeps its scope and its maker when it is used`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            let scopes = TokenScope.allCases
            let made = try scopes.enumerated().map { index, scope in
                try world.addToken(
                    UInt64(index + 1), of: ada, label: "job", scope: scope,
                    requestedBy: index == 0 ? nil : 1)
            }

            let numbers = scopes.indices.map { UInt64($0 + 1) }
            let found = try numbers.map { try world.repository.token(selector($0)) }
            for number in numbers {
                _ = try world.perform(.touch(selector(number), expiresAt: 9_999))
            }
            let used = try numbers.map { try world.repository.token(selector($0)) }

            #expect(found == made)
            #expect(made.map(\.scope) == scopes)
            #expect(used.map(\.?.scope) == scopes)
            #expect(used.map(\.?.madeBy) == [nil] + numbers.dropFirst().map { _ in selector(1) })
        }

        /// A clock that was ahead, or a changed configuration, must not extend its life.
        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is used can get an earlier end`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            world.time.now = 9_000_000
            _ = try world.addToken(1, of: ada, lifetime: 60)
            world.time.now = 2_000

            let outcome = try world.perform(.touch(selector(1), expiresAt: 2_060))
            let token = try world.repository.token(selector(1))
            world.time.now = 2_060
            let after = try world.repository.token(selector(1))

            #expect(outcome == .success(.done))
            #expect(token?.lastUsedAt == 2_000)
            #expect(token?.expiresAt == 2_060)
            #expect(after == nil)
        }

        // proves: limits-4
        @Test(arguments: AccountWorld.Kind.allCases)
        func `makes room for the 101st if it was used least recently`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            _ = try world.addToken(200, of: bob)
            for number in 1...100 as ClosedRange<UInt64> {
                world.time.now += 1
                _ = try world.addToken(number, of: ada)
            }
            world.time.now += 1
            _ = try world.perform(.touch(selector(1), expiresAt: 9_999))
            let all = try world.tokens(upTo: 200)
            let revocations = try world.repository.revocations()

            _ = try world.addToken(101, of: ada)

            #expect(all == Array(1...100) + [200])
            #expect(try world.tokens(upTo: 200) == [1] + Array(3...101) + [200])
            #expect(try world.repository.revocations() > revocations)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that has expired does not count towards the limit`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            for number in 1...100 as ClosedRange<UInt64> {
                _ = try world.addToken(number, of: ada, lifetime: number == 50 ? 10 : 3_600)
            }
            world.time.now += 20

            _ = try world.addToken(101, of: ada)

            #expect(try world.tokens(upTo: 101) == Array(1...49) + Array(51...101))
        }
    }
}
