package import Accounts
package import Items

/// An empty database to copy to; without `finish` it stays empty.
package protocol CopyTarget: AnyObject {
    func write(_ part: CopiedPart) throws(CopyFailure)
    func finish() throws(CopyFailure)
}

/// A part of a copy. History, stored responses and addresses are not copied: clients start over
/// with a new epoch.
package enum CopiedPart: Sendable {
    case owners([CopiedOwner])
    case accounts([CopiedAccount])
    case tokens([Token])
    case push(CopiedPush)
    case subscriptions([Subscription])
    case deliveries([CopiedDelivery])
    /// Items with the keys of their owners.
    case items([(owner: Int, item: ToDoItem)])
}

/// An owner without its epoch.
package struct CopiedOwner: Equatable, Sendable {
    package let key: Int
    package let revision: Int
    package let lastSequence: Int
    package let items: ItemSize

    package init(key: Int, revision: Int, lastSequence: Int, items: ItemSize) {
        self.key = key
        self.revision = revision
        self.lastSequence = lastSequence
        self.items = items
    }
}

/// What the sender of reminders knows: its key, and how far it has come.
package struct CopiedPush: Equatable, Sendable {
    let key: [UInt8]?
    let at: Double
    let owner: Int
    let sequence: Int
}

/// A reminder that waits for a subscription.
package struct CopiedDelivery: Equatable, Sendable {
    let handle: SubscriptionHandle
    let at: Double
    let id: ItemID
    let owner: Int

    var values: [SQLValue] {
        [.text(handle.text), .double(at), .uuid((id.high, id.low)), .integer(owner)]
    }
}

/// An account with its password's hash.
package struct CopiedAccount: Sendable {
    package let account: Account
    let password: String?

    /// The values of `AccountStatements.accountInsertion`.
    var values: [SQLValue] { account.values(password: password) }
}

/// Why a copy failed, by the database at fault.
package enum CopyFailure: Error, Equatable, Sendable {
    case source(StorageFailure)
    case target(StorageFailure)
}

/// A new epoch and revision, which no client has seen, for an owner whose revision may have been
/// set back, as by a restore.
package struct ClockRenewal {
    /// The increases of a revision: more than the writes since a backup was made, different each
    /// time, and small enough for JSON readers that use doubles.
    package static let jumps = 1 << 32..<1 << 40

    private var random = SystemRandomNumberGenerator()

    /// A source of epochs and increases.
    package init() {}

    /// A new epoch, and the increase of the revision.
    package mutating func next() -> (epoch: String, jump: Int) {
        (Owner.makeEpoch(random.next()), Int.random(in: Self.jumps, using: &random))
    }
}
