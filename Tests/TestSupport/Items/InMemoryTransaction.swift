import Items

/// The transaction of the double: a copy of the state, which replaces it if the write succeeds.
final class InMemoryTransaction: ItemTransaction {
    private(set) var state: InMemoryState
    private let itemLimit: ItemSize

    init(_ state: InMemoryState, itemLimit: ItemSize = .unlimited) {
        self.state = state
        self.itemLimit = itemLimit
    }

    func revision() throws(StorageFailure) -> Int? { state.revision }
    func setRevision(_ revision: Int) throws(StorageFailure) { state.revision = revision }
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? { state.items[id] }

    func quota() throws(StorageFailure) -> ItemQuota {
        ItemQuota(
            used: ItemSize(
                count: state.items.count,
                bytes: state.items.values.reduce(0) { $0 + $1.content.storedBytes }),
            limit: itemLimit)
    }

    func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        var filter = filter
        filter.done = done
        let found = state.items(ItemQuery(filter: filter)).filter { $0.sequence > sequence }
        return (Array(found.prefix(100)), found.count <= 100)
    }

    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        state.tombstones[id]?.revision
    }

    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> LoggedEffects {
        guard revision > state.horizon else { return .expired }
        var ids: [ItemID] = []
        var effects: [ItemID: WriteEffect] = [:]
        for entry in state.log where entry.revision == revision {
            if effects[entry.id] == nil { ids.append(entry.id) }
            effects[entry.id] = WriteEffect(
                id: entry.id, before: effects[entry.id, default: entry.first].before,
                after: entry.after)
        }
        for id in ids {
            if let effect = effects[id] { try body(effect) }
        }
        return .whole
    }

    func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord? {
        state.answers[key]
    }

    func store(_ record: IdempotencyRecord, for key: IdempotencyKey) throws(StorageFailure) {
        state.answers[key] = record
    }

    func nextSequence() throws(StorageFailure) -> Int {
        state.lastSequence += 1
        return state.lastSequence
    }

    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure) {
        log(item.id, nil, item, revision: item.revision)
        state.items[item.id] = item
        state.tombstones[item.id] = nil
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        log(item.id, old, item, revision: item.revision)
        state.items[item.id] = item
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        state.tombstones[item.id] = .init(revision: revision, entry: state.log.count)
        log(item.id, item, nil, revision: revision)
        state.items[item.id] = nil
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        let all = state.items(ItemQuery())
        for item in all { try delete(item, revision: revision, now: now) }
        return all.count
    }

    private func log(_ id: ItemID, _ before: ToDoItem?, _ after: ToDoItem?, revision: Int) {
        state.log.append(.init(revision: revision, id: id, before: before, after: after))
    }
}

extension InMemoryState.Entry {
    fileprivate var first: WriteEffect { WriteEffect(id: id, before: before, after: after) }
}
