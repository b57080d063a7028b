import Accounts
import Foundation
import Items
import SQLiteTestSupport
import StorageTestSupport
import TestSupport

/// A storage whose items and subscriptions were written an hour ago, and whose sender works now.
///
/// PostgreSQL's claims read the database server's clock, so all times are relative to it.
struct ReminderWorld {
    let accounts: AccountWorld
    let now = Date().timeIntervalSince1970
    private let items: any ReadableRepository

    /// The kinds that keep deliveries.
    static let kinds = AccountWorld.Kind.allCases.filter { $0 != .double }

    init(_ kind: AccountWorld.Kind) throws {
        accounts = try AccountWorld(kind)
        guard let items = accounts.repository as? any ReadableRepository else {
            throw NoItems()
        }
        self.items = items
        accounts.time.now = now - 3_600
    }

    struct NoItems: Error {}

    var local: Owner { accounts.local }

    /// Writes as a client that waits an hour ago, or at another time.
    @discardableResult
    func write(
        _ action: ItemWrite.Action, of owner: Owner? = nil, at time: Double? = nil
    ) throws
        -> WriteOutcome
    {
        accounts.time.now = time ?? now - 3_600
        let result = items.perform(ItemWrite(owner: owner ?? local, action: action))
        try items.endRound()
        return try result.get()
    }

    /// Adds an item whose reminder is due this many seconds after now.
    func add(
        _ number: UInt64, in seconds: Double, done: Bool = false, of owner: Owner? = nil
    ) throws {
        var content = content("item \(number)", done: done)
        content.timestamp = now + seconds + 600
        content.remind = 10
        try write(.add([NewItem(id: id(number), content: content)], onConflict: .refuse), of: owner)
    }

    @discardableResult
    func subscribe(
        _ number: UInt64, of owner: Owner? = nil, at time: Double? = nil
    ) throws -> Subscription {
        accounts.time.now = time ?? now - 3_600
        let outcome = try accounts.perform(
            .reminders(.subscribe(subscription(number, of: owner ?? local))))
        guard case .reminders(.subscribed(let subscription, isNew: _)) = try outcome.get() else {
            throw OtherOutcome(outcome)
        }
        return subscription
    }

    func claim(at time: Double? = nil) throws -> ReminderClaim {
        accounts.time.now = time ?? now
        let outcome = try accounts.perform(.reminders(.claim))
        guard case .reminders(.claimed(let claim)) = try outcome.get() else {
            throw OtherOutcome(outcome)
        }
        return claim
    }

    func exchange(
        _ results: [TurnResult] = [], turns: Int = 16, except: [String] = [],
        at time: Double? = nil
    ) throws -> ReminderTurns {
        accounts.time.now = time ?? now
        let outcome = try accounts.perform(
            .reminders(
                .exchange(ReminderExchange(results: results, turns: turns, except: except))))
        guard case .reminders(.turns(let turns)) = try outcome.get() else {
            throw OtherOutcome(outcome)
        }
        return turns
    }

    /// Claims, and takes the turns; the numbers of the items of each.
    func told() throws -> [[UInt64]] {
        _ = try claim()
        return try exchange().turns.map { $0.reminders.map(\.id.low) }
    }

    func subscriptions(of owner: Owner? = nil) throws -> [Subscription] {
        try accounts.repository.subscriptions(of: owner ?? local)
    }
}

/// The n-th subscription of a browser.
func subscription(
    _ number: UInt64, of owner: Owner, session: TokenSelector? = nil
) -> NewSubscription {
    NewSubscription(
        handle: SubscriptionHandle(number), owner: owner,
        service: .webPush(endpoint: "https://push.example/\(number)", keys: keys(number)),
        session: session)
}

func keys(_ number: UInt64) -> PushKeys {
    PushKeys(
        point: [4] + [UInt8](repeating: UInt8(number), count: 64),
        secret: [UInt8](repeating: UInt8(number), count: 16))
}

extension ReminderTurn {
    /// The result of its message.
    func result(_ outcome: TurnResult.Outcome) -> TurnResult {
        TurnResult(
            handle: subscription.handle,
            deliveries: reminders.map { TurnResult.Delivery(id: $0.id, at: $0.at) },
            outcome: outcome)
    }
}
