package import Accounts
package import Items
import SQLite
package import Storage
import Telemetry

/// The database of a server: the opened and migrated file, its one writer, and a repository for
/// each lane.
package final class SQLiteDatabase: Storage {
    package struct Options: Sendable {
        package var writer = WriteLimits()
        /// The maximum number of concurrent snapshots; an owner gets half of them at most.
        package var snapshots = 16
        /// The length of the write-ahead log in pages beyond which no snapshots begin until it is
        /// truncated.
        package var walPageLimit = 16_384
        /// Whether the log is copied into the database beside the writer; otherwise by the writer.
        package var checkpointsBeside = true
        /// The wait for another process's lock on the database.
        package var busyMilliseconds = 2_000
        /// Whether no other process uses the file. Only then an existing database is migrated;
        /// otherwise one that lacks a step is refused as `older`.
        package var hasExclusiveAccess = true
        package var ownerItems = ItemSize.ownerLimit
        /// The limit for the bytes of an owner's history.
        package var ownerHistory = 256 << 20
        /// The name of the SQLite VFS; nil is the default.
        package var fileSystem: String?
        /// The time zones that items repeat in.
        package var timeZones: any TimeZoneDatabase = UTCDatabase()
        /// Receives failures that concern no request, such as failed maintenance.
        package var report: @Sendable (StorageFailure) -> Void = { _ in }
        /// Reports a reader that keeps the write-ahead log from being emptied; no request fails.
        package var reportHeldLog: @Sendable (HeldLog) -> Void = { _ in }

        package init() {}
    }

    /// The owner of a server without accounts.
    package let localOwner: Owner
    /// Whether there were accounts when the database was opened.
    package let hasAccounts: Bool
    package var file: String? { path }
    private let path: String
    private let options: Options
    private let clock: Clock
    private let commits: CommitCounter
    let writer: Writer
    /// The counters and histograms of storage.
    let metrics: StorageMetrics
    private let snapshots: SnapshotPool
    package let reminderSignal: ReminderSignal

    private init(
        path: String, options: Options, clock: Clock, localOwner: Owner, hasAccounts: Bool,
        commits: CommitCounter, writer: Writer, metrics: StorageMetrics, snapshots: SnapshotPool,
        reminderSignal: ReminderSignal
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
        self.reminderSignal = reminderSignal
    }

    /// Opens the file, creates it if absent, and migrates its schema.
    ///
    /// `steady` is monotonic; it detects a jump of `clock` before anything expires.
    package static func open(
        _ path: String, options: Options = Options(), clock: Clock, steady: Clock? = nil
    ) throws(OpenFailure) -> SQLiteDatabase {
        let session = try SQLiteConnection.openMigrated(
            path, busyMilliseconds: options.busyMilliseconds, fileSystem: options.fileSystem,
            exclusive: options.hasExclusiveAccess, clock: clock)
        return try opening { () throws(DatabaseError) in
            let owner = try session.localOwner()
            let hasAccounts = try session.integer("SELECT EXISTS (SELECT 1 FROM accounts)") == 1
            let commits = CommitCounter()
            MetadataWarmup.done
            let metrics = StorageMetrics()
            let reminderSignal = ReminderSignal()
            let batch = WriteBatch(
                session: session, clock: clock, steady: steady, commits: commits,
                itemLimit: options.ownerItems, historyByteLimit: options.ownerHistory,
                timeZones: options.timeZones, metrics: metrics.writer,
                reminderSignal: reminderSignal, report: options.report)
            let snapshots = SnapshotPool(limit: options.snapshots) { () throws(StorageFailure) in
                try storing { () throws(DatabaseError) in
                    try SQLiteConnection.openForReading(
                        path, options, cacheKiB: SnapshotPool.cacheKiB)
                }
            }
            let background = BackgroundCheckpointer(
                passFrames: options.walPageLimit / 16, isInline: !options.checkpointsBeside,
                connect: { () throws(DatabaseError) in
                    try .open(path, options)
                }, report: { [report = options.report] in report(StorageFailure($0)) })
            let checkpointer = Checkpointer(
                session, snapshots, background, pageLimit: options.walPageLimit,
                busyMilliseconds: options.busyMilliseconds, clock: clock,
                report: options.report, reportHeldLog: options.reportHeldLog)
            let writer = Writer(
                batch: batch, limits: options.writer, upkeep: checkpointer,
                metrics: metrics.writer)
            writer.start()
            return SQLiteDatabase(
                path: path, options: options, clock: clock, localOwner: owner,
                hasAccounts: hasAccounts, commits: commits, writer: writer, metrics: metrics,
                snapshots: snapshots, reminderSignal: reminderSignal)
        }
    }

    /// A repository for one lane; its first call opens a read-only connection.
    package func repository() -> SQLiteRepository {
        let laneSnapshots = LaneSnapshots(snapshots)
        return SQLiteRepository(
            connect: { [path, options] () throws(DatabaseError) in
                try SQLiteConnection.openForReading(path, options)
            },
            commits: commits, clock: clock,
            write: { [writer] in writer.submit($0) },
            makeSnapshot: { view, owner, revision throws(StorageFailure) in
                try laneSnapshots.snapshot(view, of: owner, at: revision)
            },
            readHistory: HistoryPages(snapshots).read,
            metrics: metrics.makeReaderMetrics())
    }

    package func makeRepository() -> any LaneRepository {
        repository()
    }

    /// Submits a change of accounts; `reply` is called once, on any thread.
    package func submit(
        _ write: AccountWrite,
        reply: @escaping @Sendable (Result<AccountOutcome, AccountFailure>) -> Void
    ) {
        writer.submit(AccountJob(write: write, reply: reply))
    }

    package var revisionSignal: RevisionSignal { writer.revisionSignal }

    /// The number of items that were written without accounts and that no account has adopted.
    ///
    /// It reads all of them, on a separate connection.
    package func itemsWithoutAccount() throws(StorageFailure) -> Int {
        let session = try storing { () throws(DatabaseError) in
            try SQLiteConnection.openForReading(path, options)
        }
        return try session.itemsWithoutAccount()
    }

    package func store(_ found: GeocodeResult) {
        writer.store(found)
    }

    /// Calls back from the writer between two batches.
    package func probeLiveness(_ answer: @escaping @Sendable () -> Void) {
        writer.probeLiveness(answer)
    }

    /// Refuses new writes, and calls `done` when the accepted ones are on disk and the log is
    /// empty.
    package func close(_ done: @escaping @Sendable (StorageFailure?) -> Void) {
        snapshots.close()
        writer.stop(done)
    }
}

extension BackgroundCheckpointer.Connections {
    static func open(
        _ path: String, _ options: SQLiteDatabase.Options
    ) throws(DatabaseError) -> BackgroundCheckpointer.Connections {
        // Neither parses the schema, which costs more than many passes.
        let copying = try SQLiteConnection.open(path, .readWrite, fileSystem: options.fileSystem)
        let reading = try SQLiteConnection.open(path, .readOnly, fileSystem: options.fileSystem)
        for connection in [copying, reading] {
            connection.setBusyTimeout(milliseconds: options.busyMilliseconds)
        }
        try copying.disableCheckpointOnClose()
        // A connection finds the log when it reads.
        _ = try copying.integer("PRAGMA schema_version")
        return BackgroundCheckpointer.Connections(copying: copying, reading: reading)
    }
}

extension SQLiteConnection {
    fileprivate static func openForReading(
        _ path: String, _ options: SQLiteDatabase.Options, cacheKiB: Int = defaultCacheKiB
    ) throws(DatabaseError) -> SQLiteConnection {
        try openForReading(
            path, busyMilliseconds: options.busyMilliseconds, cacheKiB: cacheKiB,
            fileSystem: options.fileSystem)
    }
}
