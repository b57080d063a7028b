import SQLiteTestSupport
import Accounts
import Dispatch
import Items
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

extension AccountRepositoryContract {
    @Suite struct `A set-up token` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `adds the first account, which adopts the local items, once`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)

            let offered = try world.perform(.offerSetup(digest(7)))
            let first = try world.perform(.first("ada@example.org", digest(7)))
            let again = try world.perform(.first("eve@example.org", digest(7)))

            #expect(offered == .success(.done))
            let ada = try #require(try world.repository.account(of: world.local))
            #expect(first == .success(.added(ada)))
            #expect(again == .failure(.setupEnded))
            #expect(
                try world.repository.credentials(of: Email(stored: "eve@example.org")) == nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is wrong, was replaced, or never offered adds none`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)

            let early = try world.perform(.first("ada@example.org", digest(7)))
            _ = try world.perform(.offerSetup(digest(7)))
            _ = try world.perform(.offerSetup(digest(8)))
            let late = try [7, 9].map {
                try world.perform(.first("ada@example.org", digest($0)))
            }
            let newest = try world.perform(.first("ada@example.org", digest(8)))

            #expect(early == .failure(.setupEnded))
            #expect(late == Array(repeating: .failure(.setupEnded), count: 2))
            #expect(throws: Never.self) { try newest.get() }
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `ends with the first account, in whatever way that is made`(
            kind: AccountWorld.Kind
        ) throws {
            for isEnrolled in [false, true] {
                let world = try AccountWorld(kind)
                _ = try world.perform(.offerSetup(digest(7)))
                let new = NewAccount(
                    name: "Bob", email: Email(stored: "bob@example.org"), password: nil)
                let bob = try world.perform(isEnrolled ? .enrol(new) : .add(new))
                let late = try world.perform(.first("ada@example.org", digest(7)))
                let offered = try world.perform(.offerSetup(digest(8)))

                #expect(throws: Never.self) { try bob.get() }
                #expect([late, offered] == Array(repeating: .failure(.setupEnded), count: 2))
                // The token stays ended when the account is gone.
                guard case .success(.added(let account)) = bob else { continue }
                _ = try world.perform(.remove(account.owner))
                #expect(
                    try world.perform(.first("ada@example.org", digest(7)))
                        == .failure(.setupEnded))
            }
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `adds one account when several ask for it at once`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            _ = try world.perform(.offerSetup(digest(7)))
            let outcomes = Mutex<[Result<AccountOutcome, AccountFailure>]>([])
            let arrived = DispatchSemaphore(value: 0)

            for number in 1...4 {
                world.writer.submit(.first("a\(number)@example.org", digest(7))) { outcome in
                    outcomes.withLock { $0.append(outcome) }
                    arrived.signal()
                }
            }
            for _ in 1...4 { arrived.wait() }

            let refused = outcomes.withLock { $0.count { $0 == .failure(.setupEnded) } }
            #expect(refused == 3)
        }
    }

    @Suite struct `An account that a proxy enrols` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `is added once, without a password`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let email = Email(stored: "ada@example.org")

            let first = try world.perform(
                .enrol(NewAccount(name: "ada", email: email, password: nil)))
            let again = try world.perform(
                .enrol(
                    NewAccount(
                        name: "Other", email: Email(stored: "ADA@Example.org"), password: nil)))

            #expect(first == again)
            let stored = try #require(try world.repository.credentials(of: email))
            #expect(stored.password == nil)
            #expect(stored.owner != world.local)
            #expect(try world.repository.account(of: stored.owner)?.name == "ada")
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `is the one with this email, which keeps its password`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")

            let outcome = try world.perform(
                .enrol(NewAccount(name: "x", email: ada.email, password: nil)))

            #expect(outcome == .success(.added(ada)))
            #expect(
                try world.repository.credentials(of: ada.email)?.password == "$y$ada@example.org")
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `gets tokens, and a password from the operator`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let email = Email(stored: "ada@example.org")
            _ = try world.perform(.enrol(NewAccount(name: "ada", email: email, password: nil)))
            let ada = try #require(try world.repository.credentials(of: email)).owner

            let token = try world.perform(
                .addToken(
                    NewToken(selector: selector(1), digest: digest(1), owner: ada, lifetime: 60)))
            let guessed = try world.perform(.remove(ada, expectedHash: "$y$x"))
            _ = try world.perform(.setPassword(ada, to: "$y$new"))

            #expect(throws: Never.self) { try token.get() }
            #expect(guessed == .failure(.noAccount))
            #expect(try world.repository.credentials(of: email)?.password == "$y$new")
        }
    }
}

extension AccountWrite {
    /// The first account, by a set-up token.
    fileprivate static func first(_ email: String, _ token: Digest) -> AccountWrite {
        .add(
            NewAccount(
                name: "First", email: Email(stored: email), password: "$y$x",
                adoptsLocalItems: true, setupToken: token))
    }
}
