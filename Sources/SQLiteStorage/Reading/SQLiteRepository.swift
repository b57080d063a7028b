package import Items
import SQLite
package import Storage
import Telemetry

/// The SQLite storage of items, accounts and addresses for one lane: its own read-only session, and
/// the shared writer.
///
/// The first call connects, on the lane's thread (`App.begin`). A connection parses the whole
/// schema, so lanes connect in parallel.
package final class SQLiteRepository: ItemRepository, ItemRows {
    private let lazyReader: Lazy<ItemReader>
    private let lazyAccounts: Lazy<AccountReader>
    private let write: (WriteJob) -> Void
    private let makeSnapshot: (SnapshotView, Owner, Int) throws(StorageFailure) -> any ItemSnapshot
    private let readHistory: HistoryRead?
    let metrics: ReaderMetrics?

    /// A repository that reads through `connect`, writes through `write` and gets its snapshots
    /// from `makeSnapshot`, which receives the owner's current revision, and histories from
    /// `readHistory`, or without it from its own session. `clock` decides which
    /// tokens have expired.
    package init(
        connect: @escaping SessionFactory,
        commits: CommitCounter,
        clock: Clock,
        write: @escaping (WriteJob) -> Void,
        makeSnapshot:
            @escaping (SnapshotView, Owner, Int) throws(StorageFailure) -> any ItemSnapshot,
        readHistory: HistoryRead? = nil,
        metrics: ReaderMetrics? = nil
    ) {
        let reader = Lazy { () throws(DatabaseError) in
            try ItemReader(session: connect(), commits: commits)
        }
        lazyReader = reader
        lazyAccounts = Lazy { () throws(DatabaseError) in
            try AccountReader(reader.value, clock: clock)
        }
        self.write = write
        self.makeSnapshot = makeSnapshot
        self.readHistory = readHistory
        self.metrics = metrics
    }

    var reader: ItemReader {
        get throws(DatabaseError) { try lazyReader.value }
    }
    var accounts: AccountReader {
        get throws(DatabaseError) { try lazyAccounts.value }
    }

    package func revision(of owner: Owner) throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in try reader.revision(of: owner) }
    }

    package func read(
        _ id: ItemID, of owner: Owner, _ body: (borrowing ItemRow) -> Void
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(DatabaseError) in try reader.read(id, of: owner, body) }
    }

    package func list(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int,
        begin: (Int) -> Bool, _ body: (borrowing ItemRow) -> Bool
    ) throws(StorageFailure) -> Bool {
        try storing { () throws(DatabaseError) in
            try reader.list(query, of: owner, after: position, limit: limit, begin: begin, body)
        }
    }

    package func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(StorageFailure) -> ChangePosition? {
        try storing { () throws(DatabaseError) in
            try reader.changes(of: owner, since: position, limit: limit, begin: begin, body)
        }
    }

    package func snapshot(
        _ query: ItemQuery, of owner: Owner, after position: ListPosition?, limit: Int?,
        resume: @escaping @Sendable () -> Void
    ) throws(StorageFailure) -> any ItemSnapshot {
        let view = SnapshotView(query: query, position: position, limit: limit)
        return try makeSnapshot(view, owner, revision(of: owner))
    }

    package func history(
        _ request: HistoryRequest,
        reply: @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
    ) {
        if let readHistory { return readHistory(request, reply) }
        reply(Result { () throws(StorageFailure) in try historyPage(request) })
    }

    private func historyPage(_ request: HistoryRequest) throws(StorageFailure) -> HistoryPage? {
        let own = try storing { () throws(DatabaseError) -> ItemReader in try self.reader }
        return try own.history(request)
    }

    package func submit(
        _ write: ItemWrite, once request: IdempotentRequest?,
        reply: @escaping @Sendable (Result<WriteOutcome, WriteFailure>) -> Void
    ) {
        self.write(WriteJob(write: write, once: request, reply: reply))
    }

    package func endRound(at now: Int) throws(StorageFailure) {
        guard let reader = lazyReader.loaded, reader.hasTransaction else { return }
        try storing { () throws(DatabaseError) in try reader.endRound() }
        guard let metrics else { return }
        let (hits, misses) = reader.session.takeCacheCounts()
        metrics.pageHits.add(hits)
        metrics.pageMisses.add(misses)
    }
}

/// Reads a page of a history, and calls back with it on any thread.
package typealias HistoryRead = (
    HistoryRequest, @escaping @Sendable (Result<HistoryPage?, StorageFailure>) -> Void
) -> Void
