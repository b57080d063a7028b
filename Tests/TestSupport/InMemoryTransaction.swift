import Items

/// The transaction of the double: a copy that is put back when the write succeeds.
final class InMemoryTransaction: ItemTransaction {
    private(set) var shelf: InMemoryShelf
    private let roomForItems: Int

    init(_ shelf: InMemoryShelf, roomForItems: Int = .max) {
        self.shelf = shelf
        self.roomForItems = roomForItems
    }

    func clock() throws(StorageFailure) -> Int? { shelf.clock }
    func setClock(_ revision: Int) throws(StorageFailure) { shelf.clock = revision }
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? { shelf.items[id] }

    func room() throws(StorageFailure) -> ItemRoom {
        ItemRoom(
            used: shelf.items.values.reduce(0) { $0 + $1.content.storedBytes }, limit: roomForItems)
    }

    func select(
        _ filter: ItemFilter, done: Bool, after place: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var filter = filter
        filter.done = done
        let found = shelf.items(ItemQuery(filter: filter)).filter { $0.place > place }
        return (Array(found.prefix(100)), found.count <= 100)
    }

    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        shelf.tombstones[id]?.revision
    }

    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> Bool {
        guard revision > shelf.horizon else { return false }
        var ids: [ItemID] = []
        var effects: [ItemID: WriteEffect] = [:]
        for entry in shelf.log where entry.revision == revision {
            if effects[entry.id] == nil { ids.append(entry.id) }
            effects[entry.id] = WriteEffect(
                id: entry.id, before: effects[entry.id, default: entry.first].before,
                after: entry.after)
        }
        for id in ids {
            if let effect = effects[id] { try body(effect) }
        }
        return true
    }

    func record(for key: RequestKey) throws(StorageFailure) -> KeptRecord? {
        shelf.answers[key]
    }

    func keep(_ record: KeptRecord, for key: RequestKey) throws(StorageFailure) {
        shelf.answers[key] = record
    }

    func nextPlace() throws(StorageFailure) -> Int {
        shelf.lastPlace += 1
        return shelf.lastPlace
    }

    func insert(_ item: ToDoItem, isMinted: Bool) throws(StorageFailure) {
        log(item.id, nil, item, revision: item.revision)
        shelf.items[item.id] = item
        shelf.tombstones[item.id] = nil
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        log(item.id, old, item, revision: item.revision)
        shelf.items[item.id] = item
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        shelf.tombstones[item.id] = .init(revision: revision, entry: shelf.log.count)
        log(item.id, item, nil, revision: revision)
        shelf.items[item.id] = nil
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        let all = shelf.items(ItemQuery())
        for item in all { try delete(item, revision: revision, now: now) }
        return all.count
    }

    private func log(_ id: ItemID, _ before: ToDoItem?, _ after: ToDoItem?, revision: Int) {
        shelf.log.append(.init(revision: revision, id: id, before: before, after: after))
    }
}

extension InMemoryShelf.Entry {
    fileprivate var first: WriteEffect { WriteEffect(id: id, before: before, after: after) }
}
