/// The items as one lane sees them: it reads, and submits writes to the shared writer.
///
///     perform ──► the rows are here: the reply runs at once
///            └──► the rows come over a network: endRound sends for them, advance runs the reply
///
/// An instance belongs to one lane and is only touched there. Every call names the owner, and shows
/// or changes only that owner's items.
package protocol ItemRepository: AnyObject {
    /// Performs a read: calls `reply` at once, or returns nil and calls the reply that `later`
    /// makes, once, on the same lane, when the rows have arrived.
    func perform<Outcome>(
        _ read: ItemRead, _ reply: (any ItemRows) -> Outcome,
        later: () -> (any ItemRows) -> Void
    ) -> Outcome?

    /// A snapshot of the matching items after `position`, which does not change while it is read.
    ///
    /// `limit` is the number of items that will be read, if it is known. `resume` is called, on any
    /// thread, when a waiting snapshot can continue.
    func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot

    /// Reads a page of a history; `reply` is called once, on any thread, with nil if neither the
    /// items nor the log know the item that is asked for.
    func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void)

    /// Submits a write; `reply` is called once, on any thread, after the write is on disk or has
    /// failed.
    ///
    /// The write of a request with a key is performed once, and its response is stored in the same
    /// transaction.
    func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void)

    /// Starts to connect, if reads need a connection that the lane polls.
    func begin(polledBy registration: PollRegistration, at now: Int)

    /// The time in milliseconds at which `advance` is due even if nothing has arrived; nil for
    /// never.
    var deadline: Int? { get }

    /// Receives rows, and runs the replies that waited for them.
    func advance(at now: Int)

    /// Ends the round: sends for rows, and has the next round read newer data.
    func endRound(at now: Int) throws(StorageFailure)
}

extension ItemRepository {
    /// Submits a write of a request without a key.
    package func submit(
        _ write: ItemWrite, reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        submit(write, once: nil, reply: reply)
    }
}

/// A repository that has its rows at once.
extension ItemRepository where Self: ItemRows {
    package func perform<Outcome>(
        _ read: ItemRead, _ reply: (any ItemRows) -> Outcome,
        later: () -> (any ItemRows) -> Void
    ) -> Outcome? {
        reply(self)
    }

    package func begin(polledBy registration: PollRegistration, at now: Int) {}

    package var deadline: Int? { nil }

    package func advance(at now: Int) {}
}

/// A read, whose rows must be available before its reply can run.
package enum ItemRead {
    case revision(Owner)
    /// The revision for streams that wait, as this process knows it: another process's write may be
    /// missing for a second.
    case knownRevision(Owner)
    case item(ItemID, Owner)
    case list(ItemQuery, Owner, after: ListPosition?, limit: Int)
    case changes(Owner, since: ChangePosition?, limit: Int)
}

/// The rows of a read, for its reply, all from the same moment.
package protocol ItemRows: AnyObject {
    /// The owner's revision, given by the last write that changed something.
    func revision(of owner: Owner) throws(StorageFailure) -> Int

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
    /// last change for which it returned true; at the end, it is the position of the revision. The
    /// result is nil, and nothing is shown, when the position lies in the future or the log no
    /// longer has all changes since. The call may stop early where later changes replace many.
    /// `begin` is as for `list`.
    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition?
}

/// The items of a query at one moment, read in parts.
package protocol ItemSnapshot: AnyObject {
    /// The owner's revision at that moment; nil while the snapshot is being opened, after which it
    /// is resumed.
    var revision: Int? { get throws(StorageFailure) }
    /// The position after the last visited item.
    ///
    /// Nil before the first item, and in orders for which the snapshot does not record it.
    var position: ListPosition? { get }

    /// Calls `body` with up to `limit` more items, until it returns false.
    ///
    /// A call visits only as many items as take a lane about a millisecond. So it may show fewer
    /// items than `limit`, or none, while more remain.
    func next(
        _ limit: Int, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> SnapshotStep
}

/// How a snapshot continues.
package enum SnapshotStep: Equatable, Sendable {
    case more
    /// The next rows have not arrived yet; the snapshot is resumed when they have.
    case wait
    case end
}

/// The functions with which a repository lets the lane poll its descriptor, and wakes the lane.
package struct PollRegistration {
    /// Makes the lane call `advance` when the descriptor is readable, or also when it is writable;
    /// false if that is impossible.
    package let watch: (_ descriptor: Int32, _ forWriting: Bool) -> Bool
    /// Stops watching, before the descriptor is closed.
    package let unwatch: (_ descriptor: Int32) -> Void
    /// Makes the lane call `advance` soon; callable from any thread.
    package let wake: @Sendable () -> Void

    package init(
        watch: @escaping (_ descriptor: Int32, _ forWriting: Bool) -> Bool,
        unwatch: @escaping (_ descriptor: Int32) -> Void, wake: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.unwatch = unwatch
        self.wake = wake
    }
}
