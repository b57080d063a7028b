/// Where items are kept, as one lane sees it: reads at once, writes through the one writer.
///
/// An instance belongs to one lane and is only touched there. Every call names the owner, and no
/// call ever shows or changes what is another's.
package protocol ItemRepository: AnyObject {
    /// The owner's revision: the revision of the last write that changed something.
    func revision(of owner: Owner) throws(StorageFailure) -> Int

    /// Shows the item to `body` and returns true, or returns false when there is none.
    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool

    /// Shows at most `limit` of the items that are asked for to `body`,
    /// those after `position`, as long as it answers true.
    ///
    /// `begin` is told the owner's revision in the very state that the items are read
    /// from; when it answers false, none are read. A lane must not be kept by one
    /// query; so where many items have to be looked at, it gives up, whatever it has
    /// shown by then, and returns false: what is asked for is then read from a snapshot.
    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool

    /// Shows at most `limit` of the ids that were touched after `position`, each in its last state,
    /// by revision, as long as `body` answers true; without a position, everything alive.
    ///
    /// `body` is told the position right behind each change as well. Returns the position behind the
    /// last change for which it answered true, which is that of the revision when there are no
    /// more; or nil, and shows nothing, when the position cannot be served: what happened since is
    /// partly forgotten, or it lies in the future. It may stop early, where many changes were
    /// replaced by later ones. `begin` is as for a list.
    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition?

    /// A snapshot of the items that are asked for, those after `position`, which stays the same
    /// however long it takes to read them. `limit` tells how many will be read, if that is known.
    func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot

    /// Hands a write over; `reply` is called once, after the write is on the
    /// disk or has failed, on any thread.
    ///
    /// A write of a request with a key is done once, and its answer kept in the same transaction.
    func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void)

    /// Says that the requests that were ready together are done with, so
    /// that the next ones see newer data.
    func endRound() throws(StorageFailure)
}

extension ItemRepository {
    /// Hands over a write of a request without a key.
    package func submit(
        _ write: ItemWrite, reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        submit(write, once: nil, reply: reply)
    }
}

/// What one owner's items are at one moment, as a query asks for them, to be read in parts.
package protocol ItemSnapshot: AnyObject {
    /// The owner's revision at that moment.
    var revision: Int { get }
    /// Behind the last item that was looked at; nil before the first, and where that says nothing
    /// of how far the order was read.
    var position: ListPosition? { get }

    /// Shows up to `limit` more items, as long as `body` answers true; false
    /// when there are no more after these.
    ///
    /// It may show fewer, or none, and still have more: it looks at no more items than take a lane
    /// about a millisecond.
    func next(_ limit: Int, _ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) -> Bool
}
