package import Accounts
package import Items
import SQLite
import Telemetry

/// The database file of a server: opened and migrated, with its one writer
/// and a repository for each lane.
package final class Storage: AccountWriter, Sendable {
    /// How storage behaves; the defaults are a user's.
    package struct Options: Sendable {
        package var writer = WriteLimits()
        /// How many long reads go on at once; an owner has half of them at most.
        package var snapshots = 16
        /// How many pages SQLite's log may have before snapshots have to make way for its end.
        package var walPageLimit = 16_384
        /// How long to wait for another process that holds the file.
        package var busyMilliseconds = 2_000
        /// Whether nobody else uses the file: only then one that is there is
        /// brought up to date, and otherwise refused as `older` when it is not.
        package var hasExclusiveAccess = true
        /// How many bytes of items an owner may have.
        package var ownerItems = 256 << 20
        /// How many bytes of history are kept for an owner.
        package var ownerHistory = 256 << 20
        /// What SQLite calls the file system that the file is on; nil is the system's.
        package var fileSystem: String?
        /// Is told of failures that concern no request: that what is old could not be forgotten.
        package var report: @Sendable (StorageFailure) -> Void = { _ in }

        /// The defaults.
        package init() {}
    }

    /// The owner of a server without accounts.
    package let localOwner: Owner
    /// Whether anybody had an account when it was opened.
    package let hasAccounts: Bool
    private let path: String
    private let options: Options
    private let clock: Clock
    private let commits: CommitCounter
    let writer: Writer
    /// What is counted of all this.
    let metrics: StorageMetrics
    private let snapshots: SnapshotPool

    private init(
        path: String, options: Options, clock: Clock, localOwner: Owner, hasAccounts: Bool,
        commits: CommitCounter, writer: Writer, metrics: StorageMetrics, snapshots: SnapshotPool
    ) {
        self.path = path
        self.options = options
        self.clock = clock
        self.localOwner = localOwner
        self.hasAccounts = hasAccounts
        self.commits = commits
        self.writer = writer
        self.metrics = metrics
        self.snapshots = snapshots
    }

    /// Opens the file, makes it when it is absent, and brings its schema up to date.
    ///
    /// `steady` only goes forward, so that a jump of `clock` is noticed
    /// before anything is forgotten.
    package static func open(
        _ path: String, options: Options = Options(), clock: Clock, steady: Clock? = nil
    ) throws(OpenFailure) -> Storage {
        let session = try Connection.openMigrated(
            path, busyMilliseconds: options.busyMilliseconds, fileSystem: options.fileSystem,
            exclusive: options.hasExclusiveAccess, clock: clock)
        return try opening { () throws(DatabaseError) in
            let owner = try session.localOwner()
            let hasAccounts = try session.integer("SELECT EXISTS (SELECT 1 FROM accounts)") == 1
            let commits = CommitCounter()
            MetadataWarmup.done
            let metrics = StorageMetrics()
            let batch = try WriteBatch(
                session: session, clock: clock, steady: steady, commits: commits,
                itemByteLimit: options.ownerItems, historyByteLimit: options.ownerHistory,
                metrics: metrics, report: options.report)
            let snapshots = SnapshotPool(limit: options.snapshots) { () throws(StorageFailure) in
                try storing { () throws(DatabaseError) in
                    try Connection.openForReading(path, options, cacheKiB: SnapshotPool.cacheKiB)
                }
            }
            let checkpointer = Checkpointer(
                session, snapshots, pageLimit: options.walPageLimit,
                busyMilliseconds: options.busyMilliseconds, report: options.report)
            let writer = Writer(
                batch: batch, limits: options.writer, checkpointer: checkpointer, metrics: metrics)
            if batch.maintenanceState != .done { writer.start() }
            return Storage(
                path: path, options: options, clock: clock, localOwner: owner,
                hasAccounts: hasAccounts, commits: commits, writer: writer, metrics: metrics,
                snapshots: snapshots)
        }
    }

    /// A repository for one lane, with a read-only connection of its own,
    /// which the first call makes.
    package func repository() -> SQLiteItemRepository {
        let laneSnapshots = LaneSnapshots(snapshots)
        return SQLiteItemRepository(
            connect: { [path, options] () throws(DatabaseError) in
                try Connection.openForReading(path, options)
            },
            commits: commits, clock: clock,
            write: { [writer] in writer.submit($0) },
            makeSnapshot: { view, owner, revision throws(StorageFailure) in
                try laneSnapshots.snapshot(view, of: owner, at: revision)
            },
            metrics: metrics.makeReaderMetrics())
    }

    /// Hands a change of accounts over; `reply` is called once, on any thread.
    package func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        writer.submit(AccountJob(write: write, reply: reply))
    }

    /// Has `begin` called before those who wrote in a batch are answered,
    /// and `end` when all are, on the writer's thread; the last call holds.
    package func onReplies(
        begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
    ) {
        writer.commitObserver.observe(begin: begin, end: end)
    }

    /// Remembers what was found out about an address, some time later.
    package func remember(_ found: GeocodeResult) {
        writer.remember(found)
    }

    /// Has the writer call back between two batches.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        writer.probeLiveness(answer)
    }

    /// Takes no more writes, and calls `done` when those that were taken are
    /// on the disk and the log is empty.
    package func close(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        snapshots.close()
        writer.stop(done)
    }
}

extension Connection {
    fileprivate static func openForReading(
        _ path: String, _ options: Storage.Options, cacheKiB: Int = defaultCacheKiB
    ) throws(DatabaseError) -> Connection {
        try openForReading(
            path, busyMilliseconds: options.busyMilliseconds, cacheKiB: cacheKiB,
            fileSystem: options.fileSystem)
    }
}
