/// One owner's items inside the transaction of a write: the storage operations of the write rules.
///
/// An implementation decides only how data is stored. `ItemWrite.perform` decides what is stored,
/// for every kind of storage.
package protocol ItemTransaction: AnyObject {
    /// The owner's revision before this write; nil when the owner does not exist or is leaving.
    func revision() throws(StorageFailure) -> Int?
    /// Sets the owner's revision to the revision of this write.
    func setRevision(_ revision: Int) throws(StorageFailure)
    /// The item in the current state of this transaction.
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem?
    /// The bytes that the owner's items take in the current state of this transaction, and the
    /// limit.
    func quota() throws(StorageFailure) -> ItemQuota
    /// The next open or done items that match, after a sequence, in order of creation; and whether
    /// they are the last ones. The implementation bounds their number by memory.
    func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    /// The revision of the write that deleted the item, as long as its tombstone exists.
    func tombstone(of id: ItemID) throws(StorageFailure) -> Int?
    /// A sequence greater than any that the owner's items ever had.
    func nextSequence() throws(StorageFailure) -> Int
    /// Stores a new item, logs its creation and removes a tombstone of its id.
    ///
    /// With `isGenerated`, the id cannot have a tombstone.
    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure)
    /// Replaces `old` by `item`, keeps its sequence, and logs the members that differ.
    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure)
    /// Deletes the item, logs it whole and leaves a tombstone.
    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure)
    func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord?
    /// Stores a record, replacing an older one; the oldest contents may be evicted.
    func store(_ record: IdempotencyRecord, for key: IdempotencyKey) throws(StorageFailure)
    /// Calls `body` with the effect that the write with this revision had on each id; returns
    /// false, without calls, when the log no longer has the whole write.
    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> Bool
    /// Deletes all items, each as `delete` does; returns their number.
    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int
}

/// The effect of one write on one id.
package struct WriteEffect: Sendable {
    package let id: ItemID
    /// The item before the write; nil when there was none.
    package let before: ToDoItem?
    /// The item after the write; nil when there was none.
    package let after: ToDoItem?

    /// The effect of a write on an id.
    package init(id: ItemID, before: ToDoItem?, after: ToDoItem?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// The bytes that an owner's items take, and the limit.
package struct ItemQuota: Equatable, Sendable {
    package let used: Int
    package let limit: Int

    /// A quota with the bytes in use.
    package init(used: Int, limit: Int) {
        self.used = used
        self.limit = limit
    }

    /// The refusal of a write that adds `growth` bytes; nil when they fit, and for a write that
    /// does not grow.
    func failure(ofGrowth growth: Int) -> WriteFailure? {
        guard growth > 0, used + growth > limit else { return nil }
        return .quotaExceeded(bytes: used + growth, limit: limit)
    }
}

extension ItemTransaction {
    /// The owner's revision before this write; throws if the owner is gone.
    func requireRevision() throws(WriteFailure) -> Int {
        let revision: Int?
        do throws(StorageFailure) {
            revision = try self.revision()
        } catch {
            throw .storage(error)
        }
        guard let revision else { throw .ownerGone }
        return revision
    }
}
