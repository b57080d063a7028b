import SQLiteTestSupport
import Accounts
import Items
import StorageTestSupport
import TestSupport
import Testing

extension AccountRepositoryContract {
    @Suite struct `An account` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `is found by its owner and by its email`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)

            let ada = try world.add("Ada@example.org")
            let bob = try world.add("bob@example.org")

            #expect(ada.name == "Ada")
            #expect(ada.email.text == "Ada@example.org")
            #expect(ada.createdAt == 1_000)
            #expect(ada.owner != bob.owner)
            #expect(ada.owner.epoch != bob.owner.epoch)
            #expect(try world.repository.account(of: ada.owner) == ada)
            #expect(try world.repository.account(of: bob.owner) == bob)
            #expect(
                try world.repository.credentials(of: ada.email)
                    == Credentials(owner: ada.owner, password: "$y$Ada@example.org"))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that does not exist is not found`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")

            let other = Owner(key: ada.owner.key + 1, epoch: "x")

            #expect(try world.repository.account(of: other) == nil)
            #expect(try world.repository.account(of: world.local) == nil)
            #expect(try world.repository.credentials(of: Email(stored: "ada@example.or")) == nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases, ["ada@example.org", "ADA@Example.ORG"])
        func `has an email that no other account can use`(
            kind: AccountWorld.Kind, email: String
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")

            let outcome = try world.perform(
                .add(NewAccount(name: "Other", email: Email(stored: email), password: "$y$x")))

            #expect(outcome == .failure(.taken))
            #expect(try world.repository.account(of: ada.owner) == ada)
            #expect(
                try world.repository.credentials(of: Email(stored: email))
                    == Credentials(owner: ada.owner, password: "$y$ada@example.org"))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `folds the letters of every alphabet in its email`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let account = try world.add("Ωmega@Пример.рф")

            let found = try world.repository.credentials(of: Email(stored: "ωMEGA@пРИМЕР.РФ"))

            #expect(found?.owner == account.owner)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `may adopt the local owner's items, but only one account`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)

            let other = try world.add("bob@example.org")
            let adopter = try world.add("ada@example.org", adopting: true)
            let late = try world.perform(
                .add(
                    NewAccount(
                        name: "Eve", email: Email(stored: "eve@example.org"), password: "$y$x",
                        adoptsLocalItems: true)))

            #expect(other.owner.key != Owner.localKey)
            #expect(adopter.owner == world.local)
            #expect(late == .failure(.adopted))
            #expect(try world.repository.account(of: world.local) == adopter)
            #expect(
                try world.repository.credentials(of: Email(stored: "eve@example.org")) == nil)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is removed loses its tokens, but other accounts keep theirs`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            for number in 1...3 as ClosedRange<UInt64> {
                _ = try world.addToken(number, of: number == 2 ? bob : ada)
            }
            let revocations = try world.repository.revocations()

            let outcome = try world.perform(.remove(ada.owner))

            #expect(outcome == .success(.done))
            #expect(try world.repository.account(of: ada.owner) == nil)
            #expect(try world.repository.credentials(of: ada.email) == nil)
            #expect(try world.tokens(upTo: 3) == [2])
            #expect(try world.repository.account(of: bob.owner) == bob)
            #expect(try world.repository.revocations() > revocations)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that is removed frees its email, but not its key`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.perform(.remove(ada.owner))

            let again = try world.add("Ada@example.org")
            let twice = try world.perform(.remove(ada.owner))

            #expect(again.owner.key != ada.owner.key)
            #expect(again.owner.epoch != ada.owner.epoch)
            #expect(twice == .failure(.noAccount))
            #expect(try world.repository.account(of: again.owner) == again)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `gets a new password hash unless the hash has changed meanwhile`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            let bob = try world.add("bob@example.org")

            let first = try world.perform(
                .rehash(ada.owner, from: "$y$ada@example.org", to: "$y$new"))
            let late = try world.perform(
                .rehash(ada.owner, from: "$y$ada@example.org", to: "$y$late"))
            let missing = try world.perform(
                .rehash(Owner(key: 99, epoch: "x"), from: "$y$ada@example.org", to: "$y$lost"))

            #expect(first == .success(.done))
            #expect(late == .success(.done))
            #expect(missing == .failure(.noAccount))
            #expect(try world.repository.credentials(of: ada.email)?.password == "$y$new")
            #expect(
                try world.repository.credentials(of: bob.email)?.password == "$y$bob@example.org")
        }

        // proves: separation-3
        @Test(arguments: AccountWorld.Kind.allCases)
        func `that gets a new password loses all its tokens, but other accounts keep theirs`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let (ada, bob) = (try world.add("ada@example.org"), try world.add("bob@example.org"))
            for number in 1...3 as ClosedRange<UInt64> {
                let label = number == 3 ? "program" : nil
                _ = try world.addToken(number, of: number == 2 ? bob : ada, label: label)
            }
            let revocations = try world.repository.revocations()

            let outcome = try world.perform(.setPassword(ada.owner, to: "$y$new"))
            let after = try world.repository.revocations()
            let again = try world.perform(.setPassword(ada.owner, to: "$y$newer"))

            #expect(outcome == .success(.revoked(2)))
            #expect(after > revocations)
            #expect(try world.tokens(upTo: 3) == [2])
            #expect(again == .success(.revoked(0)))
            #expect(
                try world.repository.credentials(of: ada.email)
                    == Credentials(owner: ada.owner, password: "$y$newer"))
            #expect(
                try world.repository.credentials(of: bob.email)?.password == "$y$bob@example.org")
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that does not exist gets no password`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.perform(.remove(ada.owner))

            let outcome = try world.perform(.setPassword(ada.owner, to: "$y$new"))

            #expect(outcome == .failure(.noAccount))
        }

        /// The password may change while an old one is being hashed.
        @Test(arguments: AccountWorld.Kind.allCases)
        func `refuses a token and its removal after a change of the password`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.perform(.setPassword(ada.owner, to: "$y$new"))
            let tokens = ["$y$ada@example.org", "$y$new"].enumerated().map { number, proof in
                NewToken(
                    selector: selector(UInt64(number)), digest: digest(1), owner: ada.owner,
                    lifetime: 60, expectedHash: proof)
            }

            let late = try [
                .addToken(tokens[0]), .remove(ada.owner, expectedHash: "$y$ada@example.org"),
            ].map { try world.perform($0) }
            let account = try world.repository.account(of: ada.owner)
            let added = try world.perform(.addToken(tokens[1]))
            let removed = try world.perform(.remove(ada.owner, expectedHash: "$y$new"))

            #expect(late == Array(repeating: .failure(.passwordChanged("$y$new")), count: 2))
            #expect(account == ada)
            #expect(try world.repository.token(selector(0)) == nil)
            #expect(throws: Never.self) { try added.get() }
            #expect(removed == .success(.done))
        }
    }
}
