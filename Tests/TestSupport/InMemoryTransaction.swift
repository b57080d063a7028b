import Items

/// The transaction of the double: a copy that is put back when the write succeeds.
final class InMemoryTransaction: ItemTransaction {
    private(set) var shelf: InMemoryShelf
    private(set) var lastPlace: Int

    init(_ shelf: InMemoryShelf, lastPlace: Int) {
        self.shelf = shelf
        self.lastPlace = lastPlace
    }

    func clock() throws(StorageFailure) -> Int? { shelf.clock }
    func setClock(_ revision: Int) throws(StorageFailure) { shelf.clock = revision }
    func horizon() throws(StorageFailure) -> Int { shelf.horizon }
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem? { shelf.items[id] }

    func select(
        _ filter: ItemFilter, after place: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        let query = ItemQuery(filter: filter, sort: ItemSort(.created))
        let found = shelf.items(query).filter { $0.place > place }
        return (Array(found.prefix(100)), found.count <= 100)
    }

    func tombstone(of id: ItemID) throws(StorageFailure) -> Int? {
        shelf.tombstones[id]?.revision
    }

    func touched(by revision: Int) throws(StorageFailure) -> [ItemID] {
        shelf.log[revision, default: [:]].keys.sorted()
    }

    func image(of id: ItemID, before revision: Int) throws(StorageFailure) -> ToDoItem? {
        shelf.log[revision]?[id]?.image
    }

    func former(of id: ItemID, before revision: Int) throws(StorageFailure) -> Int? {
        shelf.log[revision]?[id]?.former
    }

    func record(for key: RequestKey) throws(StorageFailure) -> KeptRecord? {
        shelf.answers[key]
    }

    func keep(_ record: KeptRecord, for key: RequestKey) throws(StorageFailure) {
        shelf.answers[key] = record
    }

    func nextPlace() throws(StorageFailure) -> Int {
        lastPlace += 1
        return lastPlace
    }

    func insert(_ item: ToDoItem, former: Int?) throws(StorageFailure) {
        log(item.id, nil, former: former, revision: item.revision)
        shelf.items[item.id] = item
        shelf.tombstones[item.id] = nil
    }

    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure) {
        log(item.id, old, former: old.revision, revision: item.revision)
        shelf.items[item.id] = item
    }

    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure) {
        log(item.id, item, former: item.revision, revision: revision)
        shelf.items[item.id] = nil
        shelf.tombstones[item.id] = .init(place: item.place, revision: revision)
    }

    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int {
        let all = shelf.items.values
        for item in all { try delete(item, revision: revision, now: now) }
        return all.count
    }

    private func log(_ id: ItemID, _ image: ToDoItem?, former: Int?, revision: Int) {
        guard shelf.log[revision]?[id] == nil else { return }
        shelf.log[revision, default: [:]][id] = .init(image: image, former: former)
    }
}
