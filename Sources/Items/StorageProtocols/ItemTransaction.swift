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
    /// What the owner's items take in the current state of this transaction, and the limits.
    func quota() throws(StorageFailure) -> ItemQuota
    /// Prepares a write that selects among all items of the owner; false when they are too many for
    /// a batch that other writes share.
    func beginBulk() throws(StorageFailure) -> Bool
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
    /// Calls `body` with the effect that the write with this revision had on each id, or reports
    /// without calls why not.
    func forEachEffect(
        of revision: Int, _ body: (WriteEffect) throws(StorageFailure) -> Void
    ) throws(StorageFailure) -> LoggedEffects
    /// An item at an earlier moment.
    func logged(_ id: ItemID, at moment: LoggedMoment) throws(StorageFailure) -> LoggedItem
}

/// A moment in the life of an item.
package enum LoggedMoment: Sendable {
    case beforeDeletion
    case after(revision: Int)
}

/// What the log has of an item at an earlier moment.
package enum LoggedItem: Sendable {
    /// The item, nil if there was none.
    case item(ToDoItem?)
    /// A later write to it may be missing in the log, or too much follows.
    case expired
    /// There is more to read than a batch allows that other writes share.
    case tooMany
}

/// Whether the log has the effects of a write.
package enum LoggedEffects: Sendable {
    case whole
    /// The log no longer has the whole write, or too much follows it.
    case expired
    /// The write, with what follows it, has more changes than an undo may read in a batch that
    /// other writes share.
    case tooMany
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

/// A number of items, and the bytes that they take.
package struct ItemSize: Equatable, Sendable {
    package var count: Int
    package var bytes: Int

    package static let zero = ItemSize(count: 0, bytes: 0)
    package static let unlimited = ItemSize(count: .max, bytes: .max)
    /// The default limit of an owner. A write to all items of one takes less than a second.
    package static let ownerLimit = ItemSize(count: 100_000, bytes: 256 << 20)

    /// A size of `count` items.
    package init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// The size of one item.
    init(of content: borrowing ItemContent) {
        self.init(count: 1, bytes: content.storedBytes)
    }

    static func + (a: ItemSize, b: ItemSize) -> ItemSize {
        ItemSize(count: a.count + b.count, bytes: a.bytes + b.bytes)
    }

    static func - (a: ItemSize, b: ItemSize) -> ItemSize {
        ItemSize(count: a.count - b.count, bytes: a.bytes - b.bytes)
    }
}

/// What an owner's items take, and the limits.
package struct ItemQuota: Equatable, Sendable {
    package let used: ItemSize
    package let limit: ItemSize

    /// A quota with the size in use.
    package init(used: ItemSize, limit: ItemSize) {
        self.used = used
        self.limit = limit
    }

    /// The refusal of a write that adds `growth`; nil when it fits, and for a write that does not
    /// grow.
    func failure(ofGrowth growth: ItemSize) -> WriteFailure? {
        let (size, limit) = (used + growth, limit)
        if growth.count > 0, size.count > limit.count {
            return .countExceeded(items: size.count, limit: limit.count)
        }
        guard growth.bytes > 0, size.bytes > limit.bytes else { return nil }
        return .quotaExceeded(bytes: size.bytes, limit: limit.bytes)
    }

    /// The refusal of a write that has reached this size and goes on to change other items, if they
    /// cannot shrink by enough: they take at most what the owner has used before the write.
    func failure(ofSureGrowthTo size: ItemSize) -> WriteFailure? {
        let growth = size - used
        let sure = ItemSize(count: growth.count, bytes: growth.bytes - used.bytes)
        return failure(ofGrowth: sure) == nil ? nil : failure(ofGrowth: growth)
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
