import Accounts
import Items
import SQLiteTestSupport
import StorageTestSupport
import TestSupport
import Testing

extension AccountRepositoryContract {
    /// The tokens of each world, with the end of one of them:
    ///
    ///     1  a sign-in
    ///     2    made by 1, a token for a program
    ///     3      made by 2
    ///     4    made by 1
    ///     5  a sign-in
    ///     6    made by 5
    ///     7  another account's sign-in
    @Suite struct `A token that was made by another one` {
        // proves: separation-4
        @Test(arguments: AccountWorld.Kind.allCases)
        func `ends with a sign-in that is revoked by its handle`(kind: AccountWorld.Kind) throws {
            let (world, ada) = try family(kind)
            let before = try world.repository.revocations()

            let outcome = try world.perform(.revokeHandle(handle(1), of: ada.owner))

            #expect(outcome == .success(.revoked(4)))
            #expect(try world.tokens(upTo: 7) == [5, 6, 7])
            #expect(try world.repository.revocations() > before)
        }

        // proves: separation-4
        @Test(arguments: AccountWorld.Kind.allCases)
        func `does not end with a sign-in that signs out`(kind: AccountWorld.Kind) throws {
            let (world, ada) = try family(kind)

            let outcome = try world.perform(.signOut(selector(1), of: ada.owner))

            #expect(outcome == .success(.revoked(1)))
            #expect(try world.tokens(upTo: 7) == [2, 3, 4, 5, 6, 7])
        }

        // proves: separation-4
        @Test(arguments: AccountWorld.Kind.allCases, [true, false])
        func `ends with a token for a program, however that ends`(
            kind: AccountWorld.Kind, byHandle: Bool
        ) throws {
            let (world, ada) = try family(kind)
            let write: AccountWrite =
                byHandle
                ? .revokeHandle(try handle(2), of: ada.owner) : .signOut(selector(2), of: ada.owner)

            let outcome = try world.perform(write)

            #expect(outcome == .success(.revoked(2)))
            #expect(try world.tokens(upTo: 7) == [1, 4, 5, 6, 7])
        }

        // proves: separation-4
        @Test(arguments: AccountWorld.Kind.allCases)
        func `ends with an evicted token for a program, and not with an evicted sign-in`(
            kind: AccountWorld.Kind
        ) throws {
            let (world, ada) = try family(kind)
            for number in [3, 4, 6] as [UInt64] { try touch(number, world) }
            // Used least recently are 1, then 2.
            for number in 8...101 as ClosedRange<UInt64> { try add(number, of: ada, to: world) }
            let all = try world.tokens(upTo: 200)

            try add(102, of: ada, to: world)
            let withoutSignIn = try world.tokens(upTo: 200)
            try add(103, of: ada, to: world)

            #expect(all == Array(1...101))
            #expect(withoutSignIn == Array(2...102))
            #expect(try world.tokens(upTo: 200) == Array(4...103))
        }

        // proves: separation-3
        @Test(arguments: AccountWorld.Kind.allCases)
        func `ends when all tokens of the account do`(kind: AccountWorld.Kind) throws {
            let (world, ada) = try family(kind)

            let outcome = try world.perform(.revokeAll(ada.owner))
            let again = try world.perform(.revokeAll(ada.owner))

            #expect(outcome == .success(.revoked(6)))
            #expect(again == .success(.revoked(0)))
            #expect(try world.tokens(upTo: 7) == [7])
        }

        // proves: separation-3
        @Test(arguments: AccountWorld.Kind.allCases)
        func `stays when it has changed the password`(kind: AccountWorld.Kind) throws {
            let (world, ada) = try family(kind)

            _ = try world.perform(
                .change(ada.owner, AccountChange(password: "$y$new", requestedBy: selector(2))))

            #expect(try world.tokens(upTo: 7) == [2, 7])
        }

        private func family(
            _ kind: AccountWorld.Kind
        ) throws -> (world: AccountWorld, ada: Account) {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            let makers: [UInt64?] = [nil, 1, 2, 1, nil, 5, nil]
            for (number, maker) in makers.enumerated() {
                world.time.now += 1
                _ = try world.addToken(
                    UInt64(number + 1), of: number == 6 ? bob : ada,
                    label: maker == nil ? nil : "job", requestedBy: maker)
            }
            return (world, ada)
        }

        private func add(_ number: UInt64, of account: Account, to world: AccountWorld) throws {
            world.time.now += 1
            _ = try world.addToken(number, of: account)
        }

        private func touch(_ number: UInt64, _ world: AccountWorld) throws {
            world.time.now += 1
            _ = try world.perform(.touch(selector(number), expiresAt: 9_999))
        }

        private func handle(_ number: UInt64) throws -> TokenHandle {
            try #require(TokenHandle(TokenHandle.text(of: selector(number))))
        }
    }
}
