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
    /// The next of the items that the filter means, those behind a place, in the order of
    /// creation, as many as memory should hold at once; and whether these are all.
    func select(
        _ filter: ItemFilter, after place: Int
    ) throws(StorageFailure) -> (items: [ToDoItem], isAll: Bool)
    /// The revision of the write that deleted the item, as long as it is remembered.
    func tombstone(of id: ItemID) throws(StorageFailure) -> Int?
    /// A place after all that were ever taken.
    func nextPlace() throws(StorageFailure) -> Int
    /// Keeps a new item, and remembers in the log that there was none
    /// before; a tombstone of it, whose revision is `former`, is forgotten.
    func insert(_ item: ToDoItem, former: Int?) throws(StorageFailure)
    /// Keeps `item` instead of `old`, which goes to the log; the log has the
    /// first image of a revision only.
    func replace(_ old: ToDoItem, with item: ToDoItem) throws(StorageFailure)
    /// Takes the item away, leaving a tombstone, and the item in the log.
    func delete(_ item: ToDoItem, revision: Int, now: Double) throws(StorageFailure)
    /// What is kept of a request with this key.
    func record(for key: RequestKey) throws(StorageFailure) -> KeptRecord?
    /// Keeps a record in the place of an older one; the contents of the
    /// oldest may have to go for it.
    func keep(_ record: KeptRecord, for key: RequestKey) throws(StorageFailure)
    /// How far back the log reaches: of all up to and with this revision, nothing may be left.
    func horizon() throws(StorageFailure) -> Int
    /// The ids that the write with this revision touched.
    func touched(by revision: Int) throws(StorageFailure) -> [ItemID]
    /// The item as it was before that write touched it; nil when there was none.
    func image(of id: ItemID, before revision: Int) throws(StorageFailure) -> ToDoItem?
    /// The revision of the write before that one that touched the id, be it
    /// a deletion; nil when there is none in the log.
    func former(of id: ItemID, before revision: Int) throws(StorageFailure) -> Int?
    /// Takes all items away, as `delete` does one; returns how many there were.
    func deleteAll(revision: Int, now: Double) throws(StorageFailure) -> Int
}

extension ItemTransaction {
    /// Keeps a new item whose id may have been another's that was deleted.
    func insert(_ item: ToDoItem) throws(StorageFailure) {
        try insert(item, former: try tombstone(of: item.id))
    }

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
