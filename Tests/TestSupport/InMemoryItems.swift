package import Items

/// The double of a repository: items in a dictionary, the rules of writing the real ones.
///
/// It records what it was asked to write, and fails when it is told to.
package final class InMemoryItems: ItemRepository {
    /// Every write that was submitted, in order.
    package private(set) var writes: [ItemWrite] = []
    /// When set, every call fails with it.
    package var failure: StorageFailure?
    /// How often the lane said that it was done with what was ready.
    package private(set) var settled = 0
    /// How often items were listed, not counting those who wanted to know the clock alone.
    package private(set) var lists = 0
    /// How many snapshots were asked for.
    package private(set) var snapshots = 0
    private var shelves: [Int: InMemoryShelf] = [:]
    private var lastPlace = 0
    private let now: Clock

    /// An empty repository whose writes happen at the times of `now`.
    package init(now: Clock = .constant(1_000)) {
        self.now = now
    }

    package func clock(of owner: Owner) throws(StorageFailure) -> Int {
        try fail()
        return shelf(owner).clock
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try fail()
        guard let item = shelf(owner).items[id] else { return false }
        item.withRow(body)
        return true
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> ListPosition? {
        try fail()
        guard begin(shelf(owner).clock) else { return nil }
        lists += 1
        let found = shelf(owner).items(query).filter { item in
            position?.precedes(item.position(in: query.sort), in: query.sort) ?? true
        }
        for item in found.prefix(limit) {
            var goesOn = true
            item.withRow { goesOn = body($0) }
            guard goesOn else { return nil }
        }
        return nil
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner
    ) throws(StorageFailure) -> any ItemSnapshot {
        try fail()
        snapshots += 1
        return ArraySnapshot(shelf(owner).items(query), clock: shelf(owner).clock)
    }

    package func submit(
        _ write: ItemWrite, once request: KeptRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        writes.append(write)
        if let failure { return reply(.failure(.storage(failure))) }
        let transaction = InMemoryTransaction(shelf(write.owner), lastPlace: lastPlace)
        do throws(WriteFailure) {
            let outcome = try write.perform(
                once: request, in: transaction, now: now.now(),
                forgetting: now.now() - KeptRequest.lifetime)
            shelves[write.owner.key] = transaction.shelf
            lastPlace = transaction.lastPlace
            reply(.success(outcome))
        } catch {
            reply(.failure(error))
        }
    }

    package func settle() throws(StorageFailure) {
        settled += 1
        try fail()
    }

    func shelf(_ owner: Owner) -> InMemoryShelf {
        shelves[owner.key] ?? InMemoryShelf()
    }

    func put(_ shelf: InMemoryShelf, of owner: Owner) {
        shelves[owner.key] = shelf
    }

    func fail() throws(StorageFailure) {
        if let failure { throw failure }
    }
}

/// A snapshot that is an array.
package final class ArraySnapshot: ItemSnapshot {
    package let clock: Int
    private var rest: ArraySlice<ToDoItem>

    /// A look at these items, which are in their order already.
    package init(_ items: [ToDoItem], clock: Int) {
        self.clock = clock
        rest = items[...]
    }

    package func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        for _ in 0..<limit {
            guard let item = rest.popFirst() else { return false }
            var goesOn = true
            item.withRow { goesOn = body($0) }
            guard goesOn else { return true }
        }
        return true
    }
}

extension ToDoItem {
    /// Where the item stands in an order.
    package func position(in sort: ItemSort?) -> ListPosition {
        var position = ListPosition(.created, place: place)
        withRow { position = ListPosition(of: $0, in: sort) }
        return position
    }
}
