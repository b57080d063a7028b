package import Items

/// What a storage can do with rows inside the transaction of a batch: it reads rows and writes
/// those that were decided; it decides nothing.
///
/// A value that no write can have stored is a failure, `corrupt`.
package protocol RowStore: AnyObject {
    /// Whether a trip for many rows is cheaper than a trip for each.
    var readsAhead: Bool { get }

    /// Locks and reads the row of an owner; nil when it does not exist or is leaving.
    func owner(_ key: Int) throws(StorageFailure) -> OwnerRow?
    /// The items that exist among these.
    func items(_ ids: [OwnedID]) throws(StorageFailure) -> [(id: OwnedID, item: ToDoItem)]
    func item(_ id: OwnedID) throws(StorageFailure) -> ToDoItem?
    /// The items that exist at these sequences of an owner, in any order.
    func items(of owner: Int, at sequences: [Int]) throws(StorageFailure) -> [ToDoItem]
    /// The next open or done items that match, after a sequence, in order of creation, as many as
    /// memory is for; and whether they are the last ones. If not, there is at least one.
    func part(
        of owner: Int, _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    /// The revision of an item's deletion, as long as its tombstone exists.
    func tombstone(of id: OwnedID) throws(StorageFailure) -> Int?
    func record(for key: OwnedKey) throws(StorageFailure) -> IdempotencyRecord?

    /// Calls `body` with the changes of an owner from its last one back, until it returns false or
    /// the log has no earlier change.
    func forEachChange(
        of owner: Int, from revision: Int, _ body: (ChangeHead) -> Bool
    ) throws(StorageFailure)
    /// The changes of an owner with these keys, in the same order.
    func images(of owner: Int, _ keys: [ChangeKey]) throws(StorageFailure) -> [ChangeImage]

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
