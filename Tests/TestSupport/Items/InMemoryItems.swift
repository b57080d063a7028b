package import Items
import Storage

/// The double of an item repository: items in a dictionary, with the real rules of writing.
///
/// It records its writes, and fails as configured.
package final class InMemoryItems: ItemRepository, ItemRows {
    /// Every write that was submitted, in order.
    package private(set) var writes: [ItemWrite] = []
    /// When set, every call fails with it.
    package var failure: StorageFailure?
    /// When set, each write is executed, rolled back, and refused with it.
    package var refusal: WriteFailure?
    /// The number of rounds that the lane has ended.
    package private(set) var roundsEnded = 0
    /// The number of lists of items. Reads of only the revision do not count.
    package private(set) var lists = 0
    /// Whether lists are abandoned, like lists that exceed their budget.
    package var givesUp = false
    /// The number of items that a part of a snapshot scans.
    package var itemsInPart = Int.max
    /// The number of parts after which a snapshot fails.
    package var partsBeforeFailure = Int.max
    /// The most bytes of descriptions that a part of a snapshot has shown.
    package private(set) var largestPart = 0
    /// The last snapshot, while it is being read.
    package private(set) weak var lastSnapshot: ArraySnapshot?
    /// The number of snapshots created.
    package private(set) var snapshots = 0
    private let store = InMemoryRowStore()
    /// The limit for an owner's items.
    package var itemLimit = ItemSize.unlimited
    private let now: Clock
    private var times = WriteTimes()

    /// An empty repository whose writes happen at the times of `now`.
    package init(now: Clock = .constant(1_000)) {
        self.now = now
    }

    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try fail()
        return state(owner).revision
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try fail()
        guard let item = state(owner).items[id] else { return false }
        item.withRow(body)
        return true
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try fail()
        guard begin(state(owner).revision) else { return true }
        lists += 1
        guard !givesUp else { return false }
        let found = state(owner).items(query).filter { item in
            position?.precedes(item.position(in: query.sort), in: query.sort) ?? true
        }
        for item in found.prefix(limit) {
            var goesOn = true
            item.withRow { goesOn = body($0) }
            guard goesOn else { return true }
        }
        return true
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot {
        try fail()
        snapshots += 1
        let items = state(owner).items(ItemQuery(sort: query.sort)).filter { item in
            position?.precedes(item.position(in: query.sort), in: query.sort) ?? true
        }
        let snapshot = ArraySnapshot(items, of: query, revision: state(owner).revision)
        snapshot.itemsInPart = itemsInPart
        snapshot.failsAfter = partsBeforeFailure
        snapshot.report = { [weak self] in self?.largestPart = max(self?.largestPart ?? 0, $0) }
        lastSnapshot = snapshot
        return snapshot
    }

    package func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        reply(
            Result { () throws(StorageFailure) in
                try fail()
                return try HistoryReader(store, request).page()
            })
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        writes.append(write)
        if let failure { return reply(.failure(.storage(failure))) }
        let transaction = BatchTransaction(store, limits: OwnerLimits(items: itemLimit))
        store.begin(of: [write.owner])
        transaction.begin(
            of: write.owner, isBoundToEpoch: write.isBoundToEpoch, isAlone: true,
            from: write.origin)
        do throws(WriteFailure) {
            times.begin(at: now.now())
            let outcome = try write.perform(
                once: request, in: transaction, now: times.next,
                expiredBefore: now.now() - IdempotentRequest.lifetime,
                timeZones: FixedTimeZones())
            times.note(created: outcome.created)
            if let refusal { throw refusal }
            store.commit(transaction.rows)
            times.commit()
            reply(.success(outcome))
        } catch {
            store.rollBack()
            reply(.failure(error))
        }
    }

    package func endRound(at now: Int) throws(StorageFailure) {
        roundsEnded += 1
        try fail()
    }

    func state(_ owner: Owner) -> InMemoryState {
        store.states[owner.key] ?? InMemoryState()
    }

    func change(_ owner: Owner, _ body: (inout InMemoryState) -> Void) {
        store.change(owner.key, body)
    }

    func fail() throws(StorageFailure) {
        if let failure { throw failure }
    }
}

/// A snapshot on an array.
package final class ArraySnapshot: ItemSnapshot {
    package let revision: Int?
    package private(set) var position: ListPosition?
    private var rest: ArraySlice<ToDoItem>
    private let query: ItemQuery
    /// The number of items that a part scans.
    fileprivate var itemsInPart = Int.max
    /// The number of parts after which it fails.
    fileprivate var failsAfter = Int.max
    private var parts = 0
    /// Receives the bytes of descriptions that a part has shown.
    fileprivate var report: (Int) -> Void = { _ in }

    /// A snapshot of these items, which are already in the order of the query. Items that the query
    /// does not select are skipped.
    package init(_ items: [ToDoItem], of query: ItemQuery, revision: Int) {
        self.revision = revision
        self.query = query
        rest = items[...]
    }

    package func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> SnapshotStep {
        guard parts < failsAfter else { throw .inputOutput("disk I/O error") }
        parts += 1
        var (shown, looked, bytes) = (0, 0, 0)
        defer { report(bytes) }
        while shown < limit, looked < itemsInPart {
            looked += 1
            guard let item = rest.popFirst() else { return .end }
            // In another order, a scanned item is not a position from which to continue.
            if query.sort == nil { position = item.position(in: nil) }
            guard query.filter.matches(item) else { continue }
            shown += 1
            bytes += item.content.itemDescription?.utf8.count ?? 0
            var goesOn = true
            item.withRow { goesOn = body($0) }
            guard goesOn else { return .more }
        }
        return .more
    }
}

extension ToDoItem {
    /// The position of the item in an order.
    package func position(in sort: ItemSort?) -> ListPosition {
        var position = ListPosition(.created, sequence: sequence)
        withRow { position = ListPosition(of: $0, in: sort) }
        return position
    }
}
