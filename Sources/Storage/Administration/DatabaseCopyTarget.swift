package import Items

/// Writes a copy into an empty database, in one transaction, which is open already and ends with
/// the session if `finish` is not called.
package final class DatabaseCopyTarget<Session: DatabaseSession>: CopyTarget {
    package typealias Items = [(owner: Int, item: ToDoItem)]

    private let session: Session
    private let end: [String]
    private let insert: (Items) throws(Session.Failure) -> Void
    private var renewal = ClockRenewal()

    /// `end` are the statements that end the transaction; `insert` inserts items.
    package init(
        _ session: Session, end: [String],
        insert: @escaping (Items) throws(Session.Failure) -> Void
    ) {
        self.session = session
        self.end = end
        self.insert = insert
    }

    package func write(_ part: CopiedPart) throws(CopyFailure) {
        try writing { () throws(Session.Failure) in
            switch part {
            case .owners(let owners):
                try session.run(Self.ownerInsertion, each: owners.map(values))
            case .accounts(let accounts):
                try session.run(AccountStatements.accountInsertion, each: accounts.map(\.values))
            case .tokens(let tokens):
                try session.run(AccountStatements.tokenInsertion, each: tokens.map(\.values))
            case .push(let push):
                try session.run(
                    "UPDATE push SET key = $1, at = $2, owner = $3, sequence = $4 WHERE one = 1",
                    [
                        .bytes(push.key), .double(push.at), .integer(push.owner),
                        .integer(push.sequence),
                    ])
            case .subscriptions(let subscriptions):
                try session.run(
                    SubscriptionColumns.insertion, each: subscriptions.map(\.values))
            case .deliveries(let deliveries):
                try session.run(
                    "INSERT INTO deliveries (handle, at, id, owner) VALUES ($1, $2, $3, $4)",
                    each: deliveries.map(\.values))
                try session.run("UPDATE subscriptions SET next_at = 0 WHERE next_at IS NULL")
            case .items(let items): try insert(items)
            }
        }
    }

    package func finish() throws(CopyFailure) {
        try writing { () throws(Session.Failure) in
            for sql in end { try session.run(sql) }
        }
    }

    private static var ownerInsertion: String {
        """
        INSERT INTO owners (owner, epoch, revision, last_sequence, item_count, item_bytes) \
        VALUES ($1, $2, $3, $4, $5, $6)
        """
    }

    private func values(of owner: CopiedOwner) -> [SQLValue] {
        let (epoch, jump) = renewal.next()
        return [
            .integer(owner.key), .text(epoch), .integer(owner.revision + jump),
            .integer(owner.lastSequence), .integer(owner.items.count),
            .integer(owner.items.bytes),
        ]
    }

    private func writing(_ work: () throws(Session.Failure) -> Void) throws(CopyFailure) {
        do throws(Session.Failure) {
            try work()
        } catch {
            throw .target(error.storageFailure)
        }
    }
}
