/// One owner's items inside the transaction of a write: what the rules of writing need of storage.
///
/// All that an implementation decides is how to keep things; what is to be kept is decided in
/// `ItemWrite.perform`, which is the same for every kind of storage.
package protocol ItemTransaction: AnyObject {
    /// The owner's clock before this write; nil when there is no such owner,
    /// or not for much longer.
    func clock() throws(StorageFailure) -> Int?
    /// Sets the owner's clock to the revision of this write.
    func setClock(_ revision: Int) throws(StorageFailure)
    /// The item, as it stands after what this transaction has done so far.
    func find(_ id: ItemID) throws(StorageFailure) -> ToDoItem?
    /// How many bytes the owner's items take, as it stands after what this transaction has done so
    /// far, and how many they may take.
    func room() throws(StorageFailure) -> ItemRoom
    /// The next of the open or of the done items that the filter selects, after a place, in the
    /// order of creation, as many as memory should hold at once; and whether these are all.
    func select(
        _ filter: ItemFilter, done: Bool, after place: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    /// The revision of the write that deleted the item, as long as it is remembered.
    func tombstone(of id: ItemID) throws(StorageFailure) -> Int?
    /// A place after all that the owner's items ever had.
    func nextPlace() throws(StorageFailure) -> Int
    /// Keeps a new item, and logs that there was none at its place; a tombstone of its id goes.
    /// `isMinted` says that the id never had one.
    func insert(_ item: ToDoItem, isMinted: Bool) throws(StorageFailure)
    /// Keeps `item` instead of `old`, at the same place, and logs the members that differ.
    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure)
    /// Takes the item away, leaving a tombstone, and the item in the log.
    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure)
    /// What is kept of a request with this key.
    func record(for key: RequestKey) throws(StorageFailure) -> KeptRecord?
    /// Keeps a record in the place of an older one; the contents of the
    /// oldest may have to go for it.
    func keep(_ record: KeptRecord, for key: RequestKey) throws(StorageFailure)
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
package struct ItemRoom: Equatable, Sendable {
    package let used: Int
    package let limit: Int

    /// Room of which so many bytes are used.
    package init(used: Int, limit: Int) {
        self.used = used
        self.limit = limit
    }

    /// Why a write that lets the items grow by so many bytes is refused; nil when there is room, and
    /// for a write after which they take no more than before.
    func refusal(ofGrowth growth: Int) -> WriteFailure? {
        guard growth > 0, used + growth > limit else { return nil }
        return .quotaExceeded(bytes: used + growth, limit: limit)
    }
}

extension ItemTransaction {
    /// The owner's clock before this write; nothing may be written for an owner who is gone.
    func clockOfWriter() throws(WriteFailure) -> Int {
        let clock: Int?
        do throws(StorageFailure) {
            clock = try self.clock()
        } catch {
            throw .storage(error)
        }
        guard let clock else { throw .ownerGone }
        return clock
    }
}
