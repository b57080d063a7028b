package import Items

/// The double of a repository: items in a dictionary, the rules of writing the real ones.
///
/// It records what it was asked to write, and fails when it is told to.
package final class InMemoryItems: ItemRepository {
    /// What is kept for one owner.
    struct Shelf {
        var clock = 0
        var items: [ItemID: ToDoItem] = [:]
        var tombstones: [ItemID: Int] = [:]

        /// The items in the default order.
        var inOrder: [ToDoItem] {
            items.values.sorted {
                ($0.content.done ? 1 : 0, $0.place) < ($1.content.done ? 1 : 0, $1.place)
            }
        }
    }

    /// Every write that was submitted, in order.
    package private(set) var writes: [ItemWrite] = []
    /// When set, every call fails with it.
    package var failure: StorageFailure?
    /// How often the lane said that it was done with what was ready.
    package private(set) var settled = 0
    /// How many snapshots were asked for.
    package private(set) var snapshots = 0
    private var shelves: [Int: Shelf] = [:]
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
        of owner: Owner, after position: ListPosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) {
        try fail()
        guard begin(shelf(owner).clock) else { return }
        for item in shelf(owner).inOrder.filter({ $0.isAfter(position) }).prefix(limit) {
            var goesOn = true
            item.withRow { goesOn = body($0) }
            guard goesOn else { return }
        }
    }

    package func snapshot(of owner: Owner) throws(StorageFailure) -> any ItemSnapshot {
        try fail()
        snapshots += 1
        return ArraySnapshot(shelf(owner).inOrder, clock: shelf(owner).clock)
    }

    package func submit(
        _ write: ItemWrite,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        writes.append(write)
        if let failure { return reply(.failure(.storage(failure))) }
        let transaction = InMemoryTransaction(shelf(write.owner), lastPlace: lastPlace)
        do throws(WriteFailure) {
            let outcome = try write.perform(in: transaction, now: now.now())
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

    private func shelf(_ owner: Owner) -> Shelf {
        shelves[owner.key] ?? Shelf()
    }

    private func fail() throws(StorageFailure) {
        if let failure { throw failure }
    }
}

/// The transaction of the double: a copy that is put back when the write succeeds.
private final class InMemoryTransaction: ItemTransaction {
    var shelf: InMemoryItems.Shelf
    var lastPlace: Int

    init(_ shelf: InMemoryItems.Shelf, lastPlace: Int) {
        self.shelf = shelf
        self.lastPlace = lastPlace
    }

    func clock() throws(StorageFailure) -> Int { shelf.clock }
    func setClock(_ revision: Int) throws(StorageFailure) { shelf.clock = revision }
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? { shelf.items[id] }
    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? { shelf.tombstones[id] }

    func nextPlace() throws(StorageFailure) -> Int {
        lastPlace += 1
        return lastPlace
    }

    func insert(_ item: ToDoItem) throws(StorageFailure) {
        shelf.items[item.id] = item
        shelf.tombstones[item.id] = nil
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        shelf.items[item.id] = item
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        shelf.items[item.id] = nil
        shelf.tombstones[item.id] = revision
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        let count = shelf.items.count
        for id in shelf.items.keys { shelf.tombstones[id] = revision }
        shelf.items = [:]
        return count
    }
}

/// A snapshot that is an array.
package final class ArraySnapshot: ItemSnapshot {
    package let clock: Int
    private var rest: ArraySlice<ToDoItem>

    /// A look at these items, which are in the default order already.
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
    fileprivate func isAfter(_ position: ListPosition?) -> Bool {
        guard let position else { return true }
        return (content.done ? 1 : 0, place) > (position.done ? 1 : 0, position.place)
    }
}
