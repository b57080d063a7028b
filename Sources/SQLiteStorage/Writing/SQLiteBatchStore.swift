import Accounts
package import Items
import SQLite
package import Storage
import Telemetry

/// SQLite as the writer uses it.
///
///     BEGIN IMMEDIATE
///       rows of items, their log, and owners
///       pruning                ┐ best-effort maintenance
///       a maintenance step     ┘
///     COMMIT                   the one fsync
///
/// If maintenance fails, the transaction is rolled back and happens again without it.
final class SQLiteBatchStore: BatchStore {
    var rowStore: any RowStore { rows }

    private let session: any StorageSession
    private let rows: SQLiteRowStore
    private let commits: CommitCounter
    private let maintenance: BackgroundMaintenance
    private let addresses: AddressWriter
    private let report: @Sendable (StorageFailure) -> Void
    private let metrics: WriterMetrics?
    /// Whether a step of maintenance is due in this run of the writer.
    private var isMaintenance = false
    /// The time that decides what has expired.
    private var trustedNow = 0.0
    /// Whether maintenance was run, or has failed, in this run of the writer.
    private var isMaintained = false
    private var hasCommitted = false

    init(
        _ session: any StorageSession, limits: OwnerLimits, commits: CommitCounter,
        addressCapacity: Int, rowsPerEraseStep: Int, livenessProbes: LivenessProbes,
        metrics: WriterMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.session = session
        self.commits = commits
        self.metrics = metrics
        self.report = report
        rows = SQLiteRowStore(session, limits: limits, livenessProbes: livenessProbes)
        maintenance = BackgroundMaintenance(
            session, rowsPerEraseStep: rowsPerEraseStep, report: report)
        addresses = AddressWriter(session, capacity: addressCapacity)
    }

    var maintenanceState: MaintenanceState { maintenance.maintenanceState }

    func beginRun(_ run: BatchRun) {
        isMaintenance = run.isMaintenance
        trustedNow = run.trustedNow
        isMaintained = false
        hasCommitted = false
    }

    func begin(_ jobs: [WriteJob], _ rows: BatchRows) throws(TransactionFailure) {
        do throws(DatabaseError) {
            try self.rows.begin()
        } catch {
            throw .unavailable(fail(error))
        }
    }

    func commit(_ rows: BatchRows, at now: Double) throws(TransactionFailure) {
        do throws(DatabaseError) {
            if rows.hasChanges { try self.rows.write(rows) }
            try self.rows.write(owners: rows.owners)
        } catch {
            throw .refused(StorageFailure(error))
        }
        try maintain(afterChange: self.rows.rowsWritten > 0 || hasCommitted)
        do throws(DatabaseError) {
            try commit()
        } catch {
            throw .failed(fail(error))
        }
    }

    /// A failure of BEGIN or COMMIT concerns maintenance too: another attempt in the same run would
    /// wait for the same lock.
    private func fail(_ error: DatabaseError) -> StorageFailure {
        isMaintained = true
        if isMaintenance { maintenance.backOffFromSteps() }
        return StorageFailure(error)
    }

    private func commit() throws(DatabaseError) {
        let began = WriterMetrics.now()
        try rows.commit()
        hasCommitted = true
        metrics?.commitDurations.add(WriterMetrics.now() - began, at: 0)
    }

    func rollBack(after failure: TransactionFailure?, _ jobs: [WriteJob]) {
        maintenance.reset()
        rows.rollBack()
    }

    /// Runs the maintenance that is due in the open transaction, once in a run of the writer.
    private func maintain(afterChange isChanged: Bool) throws(TransactionFailure) {
        guard !isMaintained else { return }
        isMaintained = true
        let failed = maintenance.run(
            afterChange: isChanged, rows: rows.rowsWritten, isMaintenance: isMaintenance,
            now: trustedNow)
        guard let (task, failure) = failed else { return }
        maintenance.backOff(after: task, now: trustedNow)
        throw .outdated(failure)
    }

    func endRun(_ run: BatchRun, hasJobs: Bool, after accountJobs: [AccountJob]) {
        if !isMaintained, isMaintenance || hasCommitted { maintainApart() }
        if hasCommitted { commits.increment() }
    }

    /// Runs maintenance in its own transaction.
    private func maintainApart() {
        do throws(TransactionFailure) {
            do throws(DatabaseError) {
                try rows.begin()
            } catch {
                throw .unavailable(fail(error))
            }
            try maintain(afterChange: hasCommitted)
            do throws(DatabaseError) {
                try commit()
            } catch {
                throw .failed(fail(error))
            }
        } catch {
            rollBack(after: error, [])
            if case .outdated = error { return }
            metrics?.failedBatches.add()
        }
    }

    func store(_ found: [GeocodeResult], at now: Double) {
        do throws(DatabaseError) {
            // A failed ROLLBACK may have left a transaction open.
            if session.isInTransaction { try session.execute("ROLLBACK") }
            try addresses.write(found)
            commits.increment()
        } catch {
            report(StorageFailure(error))
        }
    }

    /// Moves the log into the database and empties it, so that the next start has nothing to
    /// recover. If it fails, the next start recovers the log.
    func close() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            // `Checkpointer` refuses writes, and no checkpoint may follow.
            guard try session.integer("PRAGMA query_only") == 0 else {
                throw DatabaseError(code: 8, message: "the log is left to the next start")
            }
            // A busy reader is reported in the row, not as an error
            // (sqlite.org/pragma.html#pragma_wal_checkpoint).
            guard try session.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 1 else {
                throw DatabaseError(code: 5, message: "a reader holds the log")
            }
        }
    }
}

/// The changes of accounts, which share a transaction and its sync.
extension SQLiteBatchStore {
    func perform(_ jobs: [AccountJob], in run: BatchRun) -> [AccountJob.Outcome] {
        do throws(DatabaseError) {
            try rows.begin()
            var outcomes: [AccountJob.Outcome] = []
            for job in jobs { outcomes.append(try perform(job, run)) }
            try commit()
            for (job, outcome) in zip(jobs, outcomes) {
                if case (.remove, .success) = (job.write, outcome) {
                    maintenance.noteLeavingOwner()
                }
            }
            return outcomes
        } catch {
            rollBack(after: nil, [])
            metrics?.failedBatches.add()
            return jobs.map { _ in .failure(.storage(StorageFailure(error))) }
        }
    }

    /// Makes one change in a savepoint; throws only what ends the transaction.
    private func perform(
        _ job: AccountJob, _ run: BatchRun
    ) throws(DatabaseError) -> AccountJob.Outcome {
        try session.execute("SAVEPOINT change")
        let outcome: AccountJob.Outcome
        do throws(DatabaseError) {
            outcome = try session.perform(
                job.write, now: run.now, trustedNow: run.trustedNow)
        } catch {
            // A full disk or an I/O error makes SQLite roll back the whole transaction, savepoints
            // included.
            guard session.isInTransaction else { throw error }
            outcome = .failure(.storage(StorageFailure(error)))
        }
        if case .failure = outcome { try session.execute("ROLLBACK TO change") }
        try session.execute("RELEASE change")
        return outcome
    }
}

extension WriteBatch {
    /// A batch that writes through `session`; statements are prepared at first use.
    ///
    /// `commits` is incremented before replies are sent. `report` receives failures that concern no
    /// request. `steady` detects jumps of `clock`. With `isApart` each write is performed once, in
    /// its own transaction.
    package convenience init(
        session: any StorageSession, clock: Clock, steady: Clock? = nil, commits: CommitCounter,
        responseByteLimit: Int = IdempotentRequest.byteLimit,
        addressCapacity: Int = AddressWriter.capacity,
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max,
        rowsPerEraseStep: Int = Eraser.rowsPerStep,
        isApart: Bool = false, timeZones: any TimeZoneDatabase = UTCDatabase(),
        metrics: WriterMetrics? = nil, reminderSignal: ReminderSignal = ReminderSignal(),
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) {
        let limits = OwnerLimits(
            items: itemLimit, history: historyByteLimit, answers: responseByteLimit)
        let livenessProbes = LivenessProbes()
        let store = SQLiteBatchStore(
            session, limits: limits, commits: commits, addressCapacity: addressCapacity,
            rowsPerEraseStep: rowsPerEraseStep, livenessProbes: livenessProbes, metrics: metrics,
            report: report)
        self.init(
            store: store, clock: clock,
            jumpTolerantClock: JumpTolerantClock(steady: steady ?? clock), limits: limits,
            isApart: isApart,
            livenessProbes: livenessProbes, timeZones: timeZones, metrics: metrics,
            reminderSignal: reminderSignal)
    }
}
