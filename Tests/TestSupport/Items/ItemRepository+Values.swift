import Dispatch
import HTTP
package import Items
import Synchronization

extension String {
    /// The bytes as text.
    package init(copying bytes: Span<UInt8>) {
        self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
    }
}

/// A repository that has its rows at once.
package typealias ReadableRepository = ItemRepository & ItemRows

/// Calls of tests on any repository: plain values.
extension ItemRepository where Self: ItemRows {
    /// The item; nil if there is none.
    package func item(_ id: ItemID, of owner: Owner) throws(StorageFailure) -> ToDoItem? {
        var item: ToDoItem?
        _ = try read(id, of: owner) { item = ToDoItem($0) }
        return item
    }

    /// A page of items.
    package func page(
        _ query: ItemQuery = ItemQuery(), of owner: Owner, after position: ListPosition? = nil,
        limit: Int
    ) throws(StorageFailure) -> [ToDoItem] {
        var items: [ToDoItem] = []
        let isRead = try list(
            query, of: owner, after: position, limit: limit, begin: { _ in true }
        ) { row in
            items.append(ToDoItem(row))
            return true
        }
        guard !isRead else { return items }
        // The list exceeds the time budget of a lane.
        items = []
        let snapshot = try snapshot(query, of: owner, after: position, limit: limit)
        var hasMore = true
        while hasMore, items.count < limit {
            hasMore = try snapshot.show(limit - items.count) { row in
                items.append(ToDoItem(row))
                return true
            }
        }
        return items
    }

    /// A snapshot that never has to wait.
    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot {
        try snapshot(query, of: owner, after: position, limit: limit, resume: {})
    }

    /// A scan of all items.
    package func snapshot(of owner: Owner) throws(StorageFailure) -> any ItemSnapshot {
        try snapshot(ItemQuery(), of: owner, after: nil, limit: nil)
    }

    /// All items.
    package func all(of owner: Owner) throws(StorageFailure) -> [ToDoItem] {
        try page(of: owner, limit: 1 << 40)
    }

    /// The changes since a position, the revision, and the position from which to continue; nil if
    /// the position cannot be served.
    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int = .max
    ) throws(StorageFailure) -> (revision: Int, changes: [Change], position: ChangePosition)? {
        var revision = -1
        var changes: [Change] = []
        let next = try self.changes(
            of: owner, since: position, limit: limit,
            begin: {
                revision = $0
                return true
            },
            { change, _ in
                changes.append(Change(change))
                return true
            })
        return next.map { (revision, changes, $0) }
    }

}

extension ItemSnapshot {
    /// Shows more items, as `next` does. Returns whether there may be more.
    package func show(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try next(limit, body) == .more
    }
}

extension ItemRepository {
    /// Ends a round of a lane whose time does not matter.
    package func endRound() throws(StorageFailure) {
        try endRound(at: 0)
    }

    /// Submits a write and waits for its outcome, as a client would.
    package func perform(
        _ write: ItemWrite, once request: IdempotentRequest? = nil
    ) -> Result<WriteOutcome, WriteFailure> {
        let waiter = OutcomeWaiter()
        submit(write, once: request) { waiter.resolve($0) }
        return waiter.wait()
    }
}

/// An outcome that a thread waits for.
private final class OutcomeWaiter: Sendable {
    private let outcome = Mutex<Result<WriteOutcome, WriteFailure>?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func resolve(_ outcome: Result<WriteOutcome, WriteFailure>) {
        self.outcome.withLock { $0 = outcome }
        arrived.signal()
    }

    func wait() -> Result<WriteOutcome, WriteFailure> {
        while true {
            arrived.wait()
            if let outcome = outcome.withLock({ $0 }) { return outcome }
        }
    }
}
