/// One owner's items inside the transaction of a write: what the rules of writing need of storage.
///
/// All that an implementation decides is how to keep things; what is to be kept is decided in
/// `ItemWrite.perform`, which is the same for every kind of storage.
package protocol ItemTransaction: AnyObject {
    /// The owner's revision before this write; nil when there is no such owner,
    /// or not for much longer.
    func revision() throws(StorageFailure) -> Int?
    /// Sets the owner's revision to the revision of this write.
    func setRevision(_ revision: Int) throws(StorageFailure)
    /// The item, as it stands after what this transaction has done so far.
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem?
    /// How many bytes the owner's items take, as it stands after what this transaction has done so
    /// far, and how many they may take.
    func quota() throws(StorageFailure) -> ItemQuota
    /// The next of the open or of the done items that the filter selects, after a sequence number,
    /// in the order of creation, as many as memory should hold at once; and whether these are all.
    func select(
        _ filter: ItemFilter, done: Bool, after sequence: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    /// The revision of the write that deleted the item, as long as it is remembered.
    func tombstone(of id: ItemID) throws(StorageFailure) -> Int?
    /// A sequence number after all that the owner's items ever had.
    func nextSequence() throws(StorageFailure) -> Int
    /// Keeps a new item, and logs that there was none with its sequence; a tombstone of its id
    /// goes.
    /// `isGenerated` says that the id never had one.
    func insert(_ item: ToDoItem, isGenerated: Bool) throws(StorageFailure)
    /// Keeps `item` instead of `old`, with the same sequence, and logs the members that differ.
    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure)
    /// Takes the item away, leaving a tombstone, and the item in the log.
    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure)
    /// What is kept of a request with this key.
    func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord?
    /// Keeps a record in the place of an older one; the contents of the
    /// oldest may have to go for it.
    func store(_ record: IdempotencyRecord, for key: IdempotencyKey) throws(StorageFailure)
    /// Shows what the write with this revision did to each id that it touched; false, and shows
    /// nothing, when the log no longer has all of it.
    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> Bool
    /// Takes all items away, as `delete` does one; returns how many there were.
    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int
}

/// What one write did to one id.
package struct WriteEffect: Sendable {
    package let id: ItemID
    /// The item before the write; nil when there was none.
    package let before: ToDoItem?
    /// The item as the write left it; nil when there was none any more.
    package let after: ToDoItem?

    /// The effect of a write on an id.
    package init(id: ItemID, before: ToDoItem?, after: ToDoItem?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// How many bytes the items of an owner take, and may take.
package struct ItemQuota: Equatable, Sendable {
    package let used: Int
    package let limit: Int

    /// Room of which so many bytes are used.
    package init(used: Int, limit: Int) {
        self.used = used
        self.limit = limit
    }

    /// Why a write that lets the items grow by so many bytes is refused; nil when there is room, and
    /// for a write after which they take no more than before.
    func failure(ofGrowth growth: Int) -> WriteFailure? {
        guard growth > 0, used + growth > limit else { return nil }
        return .quotaExceeded(bytes: used + growth, limit: limit)
    }
}

extension ItemTransaction {
    /// The owner's revision before this write; nothing may be written for an owner who is gone.
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
