import Accounts
import Items
import SQLiteTestSupport
import StorageTestSupport
import TestSupport
import Testing

extension AccountRepositoryContract {
    @Suite struct `A subscription` {
        @Test(arguments: AccountWorld.Kind.allCases)
        func `is stored with all its values`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.addToken(1, of: ada, label: "phone", endsAt: 5_000)

            let browser = try world.subscribe(
                NewSubscription(
                    handle: SubscriptionHandle(.max), owner: ada.owner,
                    service: .webPush(endpoint: "https://push.example/ä", keys: keys(7)),
                    label: "Phone", timeZone: "Europe/Berlin", origin: "https://todo.example",
                    session: selector(1)))
            world.time.now = 2_000
            let topic = try world.subscribe(
                NewSubscription(
                    handle: SubscriptionHandle(0), owner: ada.owner,
                    service: .ntfy(url: "https://ntfy.example/topic", token: "tk_1")))
            let plain = try world.subscribe(
                NewSubscription(
                    handle: SubscriptionHandle(1), owner: world.local,
                    service: .ntfy(url: "https://ntfy.example/topic", token: nil)))

            #expect(
                browser
                    == Subscription(
                        handle: SubscriptionHandle(.max), owner: ada.owner,
                        service: .webPush(endpoint: "https://push.example/ä", keys: keys(7)),
                        label: "Phone", timeZone: "Europe/Berlin", origin: "https://todo.example",
                        session: selector(1), endsAt: 5_000, createdAt: 1_000))
            #expect(try world.repository.subscriptions(of: ada.owner) == [browser, topic])
            #expect(try world.repository.subscriptions(of: world.local) == [plain])
            #expect(
                try world.perform(.reminders(.find(SubscriptionHandle(0), of: ada.owner)))
                    == .success(.reminders(.found(topic))))
            #expect(
                try world.perform(.reminders(.find(SubscriptionHandle(0), of: world.local)))
                    == .failure(.noSubscription))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `that the owner has is replaced, and keeps handle and creation`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let first = try world.subscribe(subscription(1, of: world.local))
            world.time.now = 2_000

            let outcome = try world.perform(
                .reminders(
                    .subscribe(
                        NewSubscription(
                            handle: SubscriptionHandle(2), owner: world.local,
                            service: .webPush(endpoint: first.service.url, keys: keys(9)),
                            label: "again"))))

            let replaced = Subscription(
                handle: first.handle, owner: world.local,
                service: .webPush(endpoint: first.service.url, keys: keys(9)), label: "again",
                createdAt: 1_000)
            #expect(
                outcome == .success(.reminders(.subscribed(replaced, isNew: false))))
            #expect(try world.repository.subscriptions(of: world.local) == [replaced])
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `of a browser is its last owner's, and a topic may be several owners'`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.subscribe(subscription(1, of: world.local))

            let taken = try world.subscribe(
                NewSubscription(
                    handle: SubscriptionHandle(2), owner: ada.owner,
                    service: .webPush(endpoint: "https://push.example/1", keys: keys(1))))

            #expect(try world.repository.subscriptions(of: world.local) == [])
            #expect(try world.repository.subscriptions(of: ada.owner) == [taken])
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `is the twentieth of its owner at most`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            for number in 1...20 as ClosedRange<UInt64> {
                _ = try world.subscribe(subscription(number, of: ada.owner))
            }

            let refused = try world.perform(
                .reminders(.subscribe(subscription(21, of: ada.owner))))
            let again = try world.perform(
                .reminders(.subscribe(subscription(20, of: ada.owner))))

            #expect(refused == .failure(.tooManySubscriptions))
            #expect(throws: Never.self) { try again.get() }
            #expect(try world.repository.subscriptions(of: ada.owner).count == 20)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `ends when its owner says so, and only then`(kind: AccountWorld.Kind) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            let mine = try world.subscribe(subscription(1, of: ada.owner))

            let foreign = try world.perform(
                .reminders(.unsubscribe(mine.handle, of: world.local)))
            let own = try world.perform(.reminders(.unsubscribe(mine.handle, of: ada.owner)))
            let again = try world.perform(.reminders(.unsubscribe(mine.handle, of: ada.owner)))

            #expect(foreign == .failure(.noSubscription))
            #expect(own == .success(.reminders(.unsubscribed)))
            #expect(again == .failure(.noSubscription))
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `needs an account, and a token that is still stored`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            let bob = try world.add("bob@example.org")
            _ = try world.addToken(1, of: bob)

            let unknown = try world.perform(
                .reminders(.subscribe(subscription(1, of: Owner(key: 99, epoch: "none")))))
            let foreign = try world.perform(
                .reminders(.subscribe(subscription(1, of: ada.owner, session: selector(1)))))

            #expect(unknown == .failure(.noAccount))
            #expect(foreign == .failure(.noToken))
        }

        /// Each account has the tokens 1, 2 and 3, of which 2 was made by 1; each token and none
        /// has the subscription of that number, none has number 4.
        @Test(
            arguments: AccountWorld.Kind.allCases,
            [
                (SubscriptionEnd.signOut, [2, 3, 4]), (.revokeHandle, [3, 4]), (.revokeAll, []),
                (.setPassword, []), (.changePassword, [1]), (.changeName, [1, 2, 3, 4]),
                (.remove, []),
            ] as [(SubscriptionEnd, [UInt64])])
        func `ends with its session`(
            kind: AccountWorld.Kind, end: (way: SubscriptionEnd, left: [UInt64])
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.subscribe(subscription(9, of: world.local))
            for number in 1...3 as ClosedRange<UInt64> {
                _ = try world.addToken(
                    number, of: ada, label: number == 2 ? "job" : nil,
                    requestedBy: number == 2 ? 1 : nil)
                _ = try world.subscribe(
                    subscription(number, of: ada.owner, session: selector(number)))
            }
            _ = try world.subscribe(subscription(4, of: ada.owner))

            _ = try world.perform(end.way.write(ada.owner)).get()

            #expect(
                try world.repository.subscriptions(of: ada.owner).map(\.handle)
                    == end.left.map { SubscriptionHandle($0) })
            #expect(try world.repository.subscriptions(of: world.local).count == 1)
        }

        @Test(arguments: AccountWorld.Kind.allCases)
        func `outlives a session that merely expires, and ends at a fixed end`(
            kind: AccountWorld.Kind
        ) throws {
            let world = try AccountWorld(kind)
            let ada = try world.add("ada@example.org")
            _ = try world.addToken(1, of: ada, lifetime: 60)
            _ = try world.addToken(2, of: ada, label: "job", endsAt: 1_060)
            for number in 1...2 as ClosedRange<UInt64> {
                _ = try world.subscribe(
                    subscription(number, of: ada.owner, session: selector(number)))
            }

            world.time.now = 1_060
            // It deletes the expired ones.
            _ = try world.addToken(3, of: ada)

            #expect(
                try world.repository.subscriptions(of: ada.owner).map(\.handle)
                    == [SubscriptionHandle(1)])
        }
    }
}

/// A change after which some subscriptions are gone.
enum SubscriptionEnd: CaseIterable {
    case signOut, revokeHandle, revokeAll, setPassword, changePassword, changeName, remove

    fileprivate func write(_ owner: Owner) throws -> AccountWrite {
        switch self {
        case .signOut: .signOut(selector(1), of: owner)
        case .revokeHandle:
            .revokeHandle(
                try #require(TokenHandle(TokenHandle.text(of: selector(1)))), of: owner)
        case .revokeAll: .revokeAll(owner)
        case .setPassword: .setPassword(owner, to: "$y$new")
        case .changePassword:
            .change(owner, AccountChange(password: "$y$new", requestedBy: selector(1)))
        case .changeName: .change(owner, AccountChange(name: "Ada", requestedBy: selector(1)))
        case .remove: .remove(owner)
        }
    }
}

extension AccountWorld {
    func subscribe(_ new: NewSubscription) throws -> Subscription {
        let outcome = try perform(.reminders(.subscribe(new)))
        guard case .reminders(.subscribed(let subscription, isNew: true)) = try outcome.get() else {
            throw OtherOutcome(outcome)
        }
        return subscription
    }
}
