/// The items as one lane sees them: it reads directly, and submits writes to the shared writer.
///
/// An instance belongs to one lane and is only touched there. Every call names the owner, and shows
/// or changes only that owner's items.
package protocol ItemRepository: AnyObject {
    /// Its reads, if their rows arrive after the call; nil if each call returns them.
    var remoteReads: (any RemoteReads)? { get }

    /// The owner's revision, which is that of the last write that changed something.
    func revision(of owner: Owner) throws(StorageFailure) -> Int

    /// The owner's revision for streams that wait, as this process knows it.
    ///
    /// Another process's write may be missing for a second.
    func knownRevision(of owner: Owner) throws(StorageFailure) -> Int

    /// Calls `body` with the item and returns true; returns false when there is none.
    func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool

    /// Calls `body` with at most `limit` matching items after `position`, until it returns false.
    ///
    /// `begin` receives the owner's revision of the same database state; if it returns false, no
    /// item is read. A lane must not be blocked by one query. So a query that would visit too many
    /// items stops and returns false, whatever it has shown so far; it is then read from a
    /// snapshot.
    func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool

    /// Calls `body` with at most `limit` ids that changed after `position`, each in its latest
    /// state, in order of revision, until it returns false; without a position, with every item.
    ///
    /// `body` also receives the position behind each change. The result is the position behind the
    /// last change for which it returned true; at the end, it is that of the revision. The result
    /// is nil, and nothing is shown, when the position lies in the future or the log no longer has
    /// all changes since. The call may stop early where later changes replace many. `begin` is as
    /// for `list`.
    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition?

    /// A snapshot of the matching items after `position`, which does not change while it is read.
    ///
    /// `limit` is the number of items that will be read, if it is known.
    func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?
    ) throws(StorageFailure) -> any ItemSnapshot

    /// Submits a write; `reply` is called once, on any thread, after the write is on disk or has
    /// failed.
    ///
    /// The write of a request with a key is performed once, and its response is stored in the same
    /// transaction.
    func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void)

    /// Ends the round, so that the next one reads newer data.
    func endRound() throws(StorageFailure)
}

extension ItemRepository {
    /// With a single writing process there are no notifications.
    package func knownRevision(of owner: Owner) throws(StorageFailure) -> Int {
        try revision(of: owner)
    }

    package var remoteReads: (any RemoteReads)? { nil }

    /// Submits a write of a request without a key.
    package func submit(
        _ write: ItemWrite, reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        submit(write, once: nil, reply: reply)
    }
}

/// The items of a query at one moment, read in parts.
package protocol ItemSnapshot: AnyObject {
    /// The owner's revision at that moment.
    var revision: Int { get }
    /// The position after the last visited item.
    ///
    /// Nil before the first item, and in orders for which the snapshot does not record it.
    var position: ListPosition? { get }

    /// Calls `body` with up to `limit` more items, until it returns false; false when no items
    /// remain.
    ///
    /// A call visits only as many items as take a lane about a millisecond. So it may show fewer
    /// items than `limit`, or none, while more remain.
    func next(_ limit: Int, _ body: (borrowing ItemRow) -> Bool) throws(StorageFailure) -> Bool
}
