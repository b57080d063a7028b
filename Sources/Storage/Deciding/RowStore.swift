package import Items

/// What a storage can read of owners' items and their log, all from one moment.
///
/// A value that no write can have stored is a failure, `corrupt`.
package protocol HistoryRows: AnyObject {
    /// The owner's revision; nil when the owner does not exist or is leaving. A reader asks for it
    /// first.
    func revision(of owner: Int) throws(StorageFailure) -> Int?
    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem?
    /// The items that exist at these sequences of an owner, in any order.
    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem]
    /// The revision of an item's deletion, as long as its tombstone exists.
    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int?
    /// The revisions of the deletions of those of these items that have a tombstone.
    func tombstones(of ids: [OwnedID]) throws(StorageFailure) -> [ItemID: Int]

    /// Calls `body` with the changes of an owner from its last one back, until it returns false or
    /// the log has no earlier change; with `last`, changes of later revisions may be left out.
    func forEachChange(
        of owner: Int, from revision: Int, upTo last: Int?, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure)
    /// The changes of an owner with these keys, in the same order.
    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage]
}

/// What a storage can do with rows inside the transaction of a batch: it reads rows and writes
/// those that were decided; it decides nothing.
///
/// A value that no write can have stored is a failure, `corrupt`.
package protocol RowStore: HistoryRows {
    /// Whether a trip for many rows is cheaper than a trip for each.
    var readsAhead: Bool { get }

    /// Locks and reads the row of an owner; nil when it does not exist or is leaving.
    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow?
    /// The items that exist among these.
    func items(_ ids: [OwnedID]) throws(StorageFailure) -> [(id: OwnedID, item: ToDoItem)]
    /// The next open or done items that match, after a sequence, in order of creation, as many as
    /// memory is for; and whether they are the last ones. If not, there is at least one.
    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord?

    /// Writes the changed items, changes and records; the rows of owners are written with the
    /// COMMIT.
    func flush(_ rows: BatchRows) throws(StorageFailure)
}

extension RowStore {
    package func items(_ ids: [OwnedID]) throws(StorageFailure) -> [(id: OwnedID, item: ToDoItem)] {
        var found: [(id: OwnedID, item: ToDoItem)] = []
        for id in ids {
            if let item = try item(id) { found.append((id, item)) }
        }
        return found
    }
}

extension HistoryRows {
    package func tombstones(of ids: [OwnedID]) throws(StorageFailure) -> [ItemID: Int] {
        var found: [ItemID: Int] = [:]
        for id in ids { found[id.id] = try tombstone(of: id) }
        return found
    }
}
