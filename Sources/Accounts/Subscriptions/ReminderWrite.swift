package import Items

/// A change of subscriptions, or a step of telling them, performed by the writer.
///
///     claim      items whose time has come ──► deliveries, one for each subscription
///     exchange   deliveries ──► turns, whose results delete them
package enum ReminderWrite: Equatable, Sendable {
    /// Stores the key that browsers subscribe with, if there is none, and ends the turns of a
    /// process that has ended, where no other one may have them.
    case start(key: [UInt8])
    case subscribe(NewSubscription)
    case unsubscribe(SubscriptionHandle, of: Owner)
    /// Changes nothing; its outcome is the subscription.
    case find(SubscriptionHandle, of: Owner)
    case claim
    case exchange(ReminderExchange)
}

package enum ReminderOutcome: Equatable, Sendable {
    /// The stored key, and whether there are subscriptions.
    case started(key: [UInt8], hasSubscriptions: Bool)
    case subscribed(Subscription, isNew: Bool)
    case unsubscribed
    case found(Subscription)
    case claimed(ReminderClaim)
    case turns(ReminderTurns)
}

/// What a claim has done.
package struct ReminderClaim: Equatable, Sendable {
    /// The most items of one claim.
    package static let limit = 500

    /// Whether more items are due.
    package let isMore: Bool
    /// When the next reminder is due; nil if there is none.
    package let nextAt: Double?
    /// The deliveries that wait for their subscription; nil if more items are due.
    package let waiting: Int?
    /// The deliveries that have gone because too many waited.
    package let dropped: Int
    package let hasSubscriptions: Bool

    package init(
        isMore: Bool, nextAt: Double?, waiting: Int?, dropped: Int, hasSubscriptions: Bool
    ) {
        self.isMore = isMore
        self.nextAt = nextAt
        self.waiting = waiting
        self.dropped = dropped
        self.hasSubscriptions = hasSubscriptions
    }
}

/// The results of turns, and how many new ones to take.
package struct ReminderExchange: Equatable, Sendable {
    package let results: [TurnResult]
    /// The most turns to take.
    package let turns: Int
    /// The origins of services that no turn is taken for: two at most.
    package let except: [String]

    package init(results: [TurnResult], turns: Int, except: [String] = []) {
        self.results = results
        self.turns = turns
        self.except = except
    }
}

package struct ReminderTurns: Equatable, Sendable {
    package let turns: [ReminderTurn]
    /// When the next subscription has its turn, without those of excepted services; nil if none
    /// waits.
    package let nextAt: Double?
    /// The deliveries that have gone unsent: their item is done, gone, moved or a day late.
    package let dropped: Int

    package init(turns: [ReminderTurn], nextAt: Double?, dropped: Int) {
        self.turns = turns
        self.nextAt = nextAt
        self.dropped = dropped
    }
}

/// A subscription that has its turn, and what it is told: one message.
package struct ReminderTurn: Equatable, Sendable {
    /// The time for which a subscription is one process's.
    package static let seconds = 30.0
    /// The most reminders that are told one by one.
    package static let oneByOne = 3

    package let subscription: Subscription
    /// The number of failures since the last success.
    package let failures: Int
    /// The first one that waits; all of them, in order, if they are more than `oneByOne`.
    package let reminders: [DueReminder]

    package init(subscription: Subscription, failures: Int, reminders: [DueReminder]) {
        self.subscription = subscription
        self.failures = failures
        self.reminders = reminders
    }
}

/// An item whose reminder is due.
package struct DueReminder: Equatable, Sendable {
    package let id: ItemID
    /// The time of the reminder.
    package let at: Double
    package let title: String
    package let timestamp: Double
    /// The day of a due date without a time, in days since 1970.
    package let day: Int?
    package let revision: Int

    package init(
        id: ItemID, at: Double, title: String, timestamp: Double, day: Int?, revision: Int
    ) {
        self.id = id
        self.at = at
        self.title = title
        self.timestamp = timestamp
        self.day = day
        self.revision = revision
    }
}

/// What became of the message of a turn, or of a test.
package struct TurnResult: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
        case sent
        /// The service accepts no such message.
        case dropped(error: String)
        /// The service knows the subscription no longer.
        case gone
        case failed(error: String, retryAfter: Double)
        /// Nothing was sent.
        case postponed(seconds: Double)
    }

    package struct Delivery: Equatable, Sendable {
        package let id: ItemID
        package let at: Double

        package init(id: ItemID, at: Double) {
            self.id = id
            self.at = at
        }
    }

    package let handle: SubscriptionHandle
    /// What the message told; empty of a test.
    package let deliveries: [Delivery]
    package let outcome: Outcome

    package init(handle: SubscriptionHandle, deliveries: [Delivery], outcome: Outcome) {
        self.handle = handle
        self.deliveries = deliveries
        self.outcome = outcome
    }
}
