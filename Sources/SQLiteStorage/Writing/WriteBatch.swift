import Accounts
package import Items
package import SQLite
package import Storage
import Telemetry

/// Group commit: performs many writes in one transaction, each whole or not at all.
///
///     BEGIN IMMEDIATE
///       account jobs, then item jobs
///       pruning                ┐ best-effort maintenance
///       a maintenance step     ┘
///     COMMIT                   the one fsync
///
/// After a savepoint SQLite copies each page that is changed. So item jobs have none at first. If a
/// job fails after it has written, or the owner's row cannot be stored, the batch is rolled back
/// and runs again with a savepoint for each job, so that only the failing job is rolled back. In a
/// batch with account jobs, each job has a savepoint from the start. If maintenance fails, the
/// batch is rolled back and the jobs run again without it.
///
/// Only touched on the writer's queue.
package final class WriteBatch: BatchWriter {
    package typealias Outcome = Result<WriteOutcome, WriteFailure>

    /// The state of maintenance after the last batch.
    package var maintenanceState: MaintenanceState { maintenance.maintenanceState }
    package let livenessProbes = LivenessProbes()

    private let session: any StorageSession
    private let transaction: SQLiteItemTransaction
    private let clock: Clock
    private var times = WriteTimes()
    private var jumpTolerantClock: JumpTolerantClock
    /// The time that decides what has expired in this batch.
    private var trustedNow = 0.0
    private let commits: CommitCounter
    private let maintenance: BackgroundMaintenance
    private let addresses: AddressWriter
    private let report: @Sendable (StorageFailure) -> Void
    private let metrics: WriterMetrics?
    private let alwaysUsesSavepoints: Bool
    private let timeZones: any TimeZoneDatabase

    /// A batch that writes through `session`; statements are prepared at first use.
    ///
    /// `commits` is incremented before replies are sent. `report` receives failures that concern no
    /// request. `steady` detects jumps of `clock`. With `alwaysUsesSavepoints` each write has a
    /// savepoint at once.
    package init(
        session: any StorageSession, clock: Clock, steady: Clock? = nil, commits: CommitCounter,
        responseByteLimit: Int = IdempotentRequest.byteLimit,
        addressCapacity: Int = AddressWriter.capacity,
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max,
        rowsPerEraseStep: Int = Eraser.rowsPerStep,
        alwaysUsesSavepoints: Bool = false, timeZones: any TimeZoneDatabase = UTCDatabase(),
        metrics: WriterMetrics? = nil,
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) throws(DatabaseError) {
        self.session = session
        self.clock = clock
        jumpTolerantClock = JumpTolerantClock(steady: steady ?? clock)
        self.commits = commits
        transaction = SQLiteItemTransaction(
            session: session, responseByteLimit: responseByteLimit,
            limits: OwnerLimits(items: itemLimit, history: historyByteLimit),
            livenessProbes: livenessProbes)
        maintenance = BackgroundMaintenance(
            session, transaction, rowsPerEraseStep: rowsPerEraseStep, report: report)
        addresses = AddressWriter(session, capacity: addressCapacity)
        self.report = report
        self.metrics = metrics
        self.timeZones = timeZones
        self.alwaysUsesSavepoints = alwaysUsesSavepoints
    }

    /// Performs the writes and returns their final outcomes: successes are on disk. A maintenance
    /// step is part of the batch if `isMaintenance`.
    package func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool = false
    ) -> BatchOutcomes {
        var outcomes: BatchOutcomes = ([], [])
        let began = WriterMetrics.now()
        do throws(StorageFailure) {
            outcomes = try write(jobs, accountJobs)
            let isChanged = transaction.rows > 0 || !accountJobs.isEmpty
            let failed = maintenance.run(
                afterChange: isChanged, isMaintenance: isMaintenance, now: trustedNow)
            if let failed {
                // Deferred, so that it counts from the time of the second attempt, also if that fails.
                defer { maintenance.backOff(after: failed, now: trustedNow) }
                maintenance.reset()
                outcomes = try write(jobs, accountJobs)
            }
            try commit()
            times.commit()
        } catch {
            maintenance.reset()
            metrics?.failedBatches.add()
            // Nothing of the batch is on disk, so every job fails.
            rollBackAll()
            if isMaintenance { maintenance.backOffFromSteps() }
            outcomes.items = Array(repeating: .failure(.storage(error)), count: jobs.count)
            outcomes.accounts = Array(
                repeating: .failure(.storage(error)), count: accountJobs.count)
            return outcomes
        }
        for (job, outcome) in zip(accountJobs, outcomes.accounts) {
            if case (.remove, .success) = (job.write, outcome) { maintenance.noteLeavingOwner() }
        }
        commits.increment()
        metrics?.batchSizes.add(jobs.count + accountJobs.count, at: 0)
        metrics?.batchDurations.add(WriterMetrics.now() - began, at: 0)
        return outcomes
    }

    /// Performs the writes in a new transaction, which stays open.
    private func write(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob]
    ) throws(StorageFailure) -> BatchOutcomes {
        var outcomes: BatchOutcomes = ([], [])
        try begin()
        var now = clock.now()
        times.begin(at: now)
        trustedNow = jumpTolerantClock.trusted(now)
        if accountJobs.isEmpty, !alwaysUsesSavepoints {
            if let done = performWithoutSavepoints(jobs) { return (done, []) }
            // This rolls back the attempt.
            try begin()
            now = clock.now()
            times.begin(at: now)
        }
        outcomes.items.reserveCapacity(jobs.count)
        for job in accountJobs { outcomes.accounts.append(try perform(job, now: now)) }
        for job in jobs { outcomes.items.append(try perform(job)) }
        return outcomes
    }

    private func commit() throws(StorageFailure) {
        let began = WriterMetrics.now()
        try storing { () throws(DatabaseError) in
            try session.commit(&transaction.statements.commit)
        }
        metrics?.commitDurations.add(WriterMetrics.now() - began, at: 0)
    }

    /// Stores addresses; a failure is only reported, because no request waits.
    package func store(_ found: [GeocodeResult]) {
        do throws(StorageFailure) {
            try storing { () throws(DatabaseError) in
                // A failed ROLLBACK may have left a transaction open.
                if session.isInTransaction { try session.execute("ROLLBACK") }
                try addresses.write(found)
            }
            commits.increment()
        } catch {
            report(error)
        }
    }

    /// Moves the log into the database and empties it, so that the next start has nothing to
    /// recover. If it fails, the next start recovers the log.
    package func close() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            // A busy reader is reported in the row, not as an error
            // (sqlite.org/pragma.html#pragma_wal_checkpoint).
            guard try session.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 1 else {
                throw DatabaseError(code: 5, message: "a reader holds the log")
            }
        }
    }

    /// Begins a new transaction, after rolling back an open one: a failed attempt, or one that a
    /// failed ROLLBACK has left open and that would make every BEGIN fail.
    private func begin() throws(StorageFailure) {
        transaction.reset()
        try storing { () throws(DatabaseError) in
            if session.isInTransaction { try session.execute("ROLLBACK") }
            try session.run(&transaction.statements.begin)
        }
    }

    /// Performs the writes without savepoints; nil when one must be rolled back, or when an owner's
    /// row cannot be stored, which may concern only that owner.
    private func performWithoutSavepoints(_ jobs: [WriteJob]) -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        for job in jobs {
            let rows = transaction.rows
            do throws(WriteFailure) {
                outcomes.append(.success(try work(job)))
            } catch {
                if case .storage = error { return nil }
                guard transaction.rows == rows else { return nil }
                outcomes.append(.failure(error))
            }
        }
        do throws(StorageFailure) {
            try transaction.finish()
        } catch {
            return nil
        }
        return outcomes
    }

    /// Performs one write in a savepoint; throws only failures of the whole batch.
    private func perform(_ job: WriteJob) throws(StorageFailure) -> Outcome {
        try savepoint()
        let before = times
        let outcome: Outcome
        do throws(WriteFailure) {
            let done = try work(job)
            try asWriteFailure { () throws(StorageFailure) in try transaction.finish() }
            outcome = .success(done)
        } catch {
            outcome = .failure(error)
            if case .storage(let failure) = error { try requireOpenTransaction(after: failure) }
            try rollBack()
            transaction.rollBack()
            times = before
        }
        try release()
        return outcome
    }

    private func work(_ job: WriteJob) throws(WriteFailure) -> WriteOutcome {
        transaction.begin(
            of: job.write.owner, isBoundToEpoch: job.write.isBoundToEpoch, isAlone: job.isBulk)
        return try times.perform { now throws(WriteFailure) in
            try job.write.perform(
                once: job.request, in: transaction, now: now,
                expiredBefore: trustedNow - IdempotentRequest.lifetime, timeZones: timeZones)
        }
    }

    /// Converts a failure of storage to one of a write.
    private func asWriteFailure(_ work: () throws(StorageFailure) -> Void) throws(WriteFailure) {
        do throws(StorageFailure) {
            try work()
        } catch {
            throw .storage(error)
        }
    }

    /// Performs one change of accounts in a savepoint; throws only failures of the whole batch.
    private func perform(
        _ job: AccountJob, now: Double
    ) throws(StorageFailure) -> AccountJob.Outcome {
        try savepoint()
        let outcome: AccountJob.Outcome
        do throws(DatabaseError) {
            outcome = try session.perform(job.write, now: now, trustedNow: trustedNow)
        } catch {
            outcome = .failure(.storage(StorageFailure(error)))
            try requireOpenTransaction(after: StorageFailure(error))
        }
        if case .failure = outcome { try rollBack() }
        try release()
        return outcome
    }

    private func savepoint() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.savepoint)
        }
    }

    /// A full disk or an I/O error makes SQLite roll back the whole transaction, savepoints
    /// included.
    private func requireOpenTransaction(after failure: StorageFailure) throws(StorageFailure) {
        guard session.isInTransaction else { throw failure }
    }

    private func rollBack() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.rollBackTo)
        }
    }

    private func release() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            try session.run(&transaction.statements.release)
        }
    }

    private func rollBackAll() {
        guard session.isInTransaction else { return }
        // If this fails too, the next batch rolls back before it begins.
        try? session.execute("ROLLBACK")
    }
}
