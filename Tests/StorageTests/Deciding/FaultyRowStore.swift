import Items
import Storage

/// Rows whose n-th read or flush fails, once, and of which an item may be damaged.
final class FaultyRowStore: RowStore {
    static let failure = StorageFailure.inputOutput("disk I/O error")

    /// The number of calls that still succeed; nil for all.
    var callsLeft: Int?
    /// The ids that were looked up.
    private(set) var lookups: [ItemID] = []
    /// The item that cannot be read.
    var damaged: OwnedID?
    /// The number of parts of bulk writes that were read.
    private(set) var parts = 0
    /// The most sequences of which an undo has read the items at once.
    private(set) var mostSequences = 0
    private let store: any RowStore

    init(_ store: any RowStore) {
        self.store = store
    }

    private func count() throws(StorageFailure) {
        guard let left = callsLeft else { return }
        callsLeft = left > 0 ? left - 1 : nil
        if left == 0 { throw Self.failure }
    }

    var readsAhead: Bool { store.readsAhead }

    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow? {
        try count()
        return try store.owner(key)
    }

    func items(_ ids: [OwnedID]) throws(StorageFailure) -> [(id: OwnedID, item: ToDoItem)] {
        try count()
        lookups += ids.map(\.id)
        if let damaged, ids.contains(damaged) { throw Self.failure }
        return try store.items(ids)
    }

    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem? {
        try count()
        lookups.append(id.id)
        if id == damaged { throw Self.failure }
        return try store.item(id)
    }

    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem] {
        try count()
        mostSequences = max(mostSequences, sequences.count)
        return try store.items(of: owner, at: sequences)
    }

    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool) {
        try count()
        parts += 1
        return try store.part(of: owner, filter, done: done, after: sequence)
    }

    func revision(of owner: Int) throws(StorageFailure) -> Int? {
        try count()
        return try store.revision(of: owner)
    }

    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int? {
        try count()
        return try store.tombstone(of: id)
    }

    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord? {
        try count()
        return try store.record(for: key)
    }

    func forEachChange(
        of owner: Int, from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure) {
        try count()
        try store.forEachChange(of: owner, from: revision, upTo: last, body)
    }

    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage] {
        try count()
        return try store.images(of: owner, keys)
    }

    func flush(_ rows: BatchRows) throws(StorageFailure) {
        try count()
        try store.flush(rows)
    }
}
