import Accounts
package import Items
package import SQLite
import Telemetry

/// Does many writes in one transaction, each of them whole or not at all: the group commit.
///
///     BEGIN IMMEDIATE
///       one request, another, …                (accounts and tokens first, then items)
///       a little of what is old is forgotten   ┐ aside: nobody waits for it
///       a little is erased of who has left     ┘
///     COMMIT                                   (the one fsync)
///
/// A savepoint would have SQLite copy each page that is touched after it, so requests
/// about items have none until it is needed: when one fails that has written something,
/// or what they leave to be written at the end, all is rolled back, and done once more
/// with a savepoint for each and an end of its own, so that only that one is taken back.
/// Beside changes of accounts each has one at once. When something aside fails, all is
/// rolled back as well, and the requests are done once more, without anything aside.
///
/// Only touched by one thread at a time: the writer's queue.
package final class WriteBatch {
    package typealias Outcome = Result<WriteOutcome, WriteFailure>
    package typealias Outcomes = (items: [Outcome], accounts: [AccountJob.Outcome])

    /// How it stood after the last batch.
    package var maintenanceState: MaintenanceState { maintenance.maintenanceState }

    private let session: any StorageSession
    private let transaction: SQLiteItemTransaction
    private let clock: Clock
    private var jumpTolerantClock: JumpTolerantClock
    /// The time by which this batch judges what is old.
    private var trustedNow = 0.0
    private let commits: CommitCounter
    private let maintenance: BackgroundMaintenance
    private let accounts: AccountTransaction
    private let addresses: AddressWriter
    private let report: @Sendable (StorageFailure) -> Void
    private let metrics: StorageMetrics?
    private let alwaysUsesSavepoints: Bool

    /// Prepares the statements; `commits` is told of every commit before anyone is answered, and
    /// `report` of failures that nobody is answered with. `steady` tells when `clock` jumps. With
    /// `alwaysUsesSavepoints` each write gets its savepoint at once.
    package init(
        session: any StorageSession, clock: Clock, steady: Clock? = nil, commits: CommitCounter,
        responseByteLimit: Int = IdempotentRequest.byteLimit,
        addressCapacity: Int = AddressWriter.capacity,
        itemByteLimit: Int = .max, historyByteLimit: Int = .max,
        rowsPerEraseStep: Int = Eraser.rowsPerStep,
        alwaysUsesSavepoints: Bool = false, metrics: StorageMetrics? = nil,
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in }
    ) throws(DatabaseError) {
        self.session = session
        self.clock = clock
        jumpTolerantClock = JumpTolerantClock(steady: steady ?? clock)
        self.commits = commits
        transaction = SQLiteItemTransaction(
            session: session, responseByteLimit: responseByteLimit,
            byteLimits: OwnerByteLimits(items: itemByteLimit, history: historyByteLimit))
        maintenance = BackgroundMaintenance(
            session, transaction, rowsPerEraseStep: rowsPerEraseStep, report: report)
        accounts = AccountTransaction(session: session)
        addresses = AddressWriter(session, capacity: addressCapacity)
        self.report = report
        self.metrics = metrics
        self.alwaysUsesSavepoints = alwaysUsesSavepoints
    }

    /// Does the writes and returns their outcomes, which are final: what succeeded is on the disk. In
    /// a turn it does a little of what goes on though nobody writes.
    package func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isEraseStep: Bool = false
    ) -> Outcomes {
        var outcomes: Outcomes = ([], [])
        let began = StorageMetrics.now()
        do throws(StorageFailure) {
            outcomes = try write(jobs, accountJobs)
            let isChanged = transaction.rows > 0 || !accountJobs.isEmpty
            let failed = maintenance.run(
                afterChange: isChanged, isEraseStep: isEraseStep, now: trustedNow)
            if let failed {
                // After that, since what is written again is counted again as work that waits.
                defer { maintenance.backOff(after: failed, now: trustedNow) }
                maintenance.reset()
                outcomes = try write(jobs, accountJobs)
            }
            try commit()
        } catch {
            maintenance.reset()
            metrics?.failedBatches.add()
            // Nothing of the batch is on the disk, so nobody is told that it is.
            rollBackAll()
            if isEraseStep { maintenance.backOffFromSteps() }
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
        metrics?.batchDurations.add(StorageMetrics.now() - began, at: 0)
        return outcomes
    }

    /// Does the writes in a new transaction, which stays open.
    private func write(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob]
    ) throws(StorageFailure) -> Outcomes {
        var outcomes: Outcomes = ([], [])
        try begin()
        var now = clock.now()
        trustedNow = jumpTolerantClock.trusted(now)
        if accountJobs.isEmpty, !alwaysUsesSavepoints {
            if let done = performWithoutSavepoints(jobs, now) { return (done, []) }
            // This takes back what was tried together.
            try begin()
            now = clock.now()
        }
        outcomes.items.reserveCapacity(jobs.count)
        for job in accountJobs { outcomes.accounts.append(try perform(job, now: now)) }
        for job in jobs { outcomes.items.append(try perform(job, now: now)) }
        return outcomes
    }

    /// Puts the batch on the disk.
    private func commit() throws(StorageFailure) {
        let began = StorageMetrics.now()
        try storing { () throws(DatabaseError) in
            try session.commit(&transaction.statements.commit)
        }
        metrics?.commitDurations.add(StorageMetrics.now() - began, at: 0)
    }

    /// Remembers addresses; a failure is reported, for nobody waits.
    package func remember(_ found: [GeocodeResult]) {
        do throws(StorageFailure) {
            try storing { () throws(DatabaseError) in
                // Left behind by a ROLLBACK that failed.
                if session.isInTransaction { try session.execute("ROLLBACK") }
                try addresses.write(found)
            }
            commits.increment()
        } catch {
            report(error)
        }
    }

    /// Copies the log into the database and empties it, so that the next
    /// start has nothing to recover.
    func checkpoint() throws(StorageFailure) {
        try storing { () throws(DatabaseError) in
            // That a reader was in the way is told in a row, not as an error
            // (sqlite.org/pragma.html#pragma_wal_checkpoint).
            guard try session.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 1 else {
                throw DatabaseError(code: 5, message: "somebody reads from the log")
            }
        }
    }

    /// Begins a new transaction, and takes back whatever is open: an attempt that is given up, or
    /// what a ROLLBACK that failed has left behind, with which no batch could ever begin again.
    private func begin() throws(StorageFailure) {
        transaction.reset()
        try storing { () throws(DatabaseError) in
            if session.isInTransaction { try session.execute("ROLLBACK") }
            try session.run(&transaction.statements.begin)
        }
    }

    /// The writes without savepoints; nil when one of them has to be taken back, or
    /// what was kept in mind for all cannot be written, which may be one owner's fault.
    private func performWithoutSavepoints(_ jobs: [WriteJob], _ now: Double) -> [Outcome]? {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        for job in jobs {
            let rows = transaction.rows
            do throws(WriteFailure) {
                outcomes.append(.success(try work(job, now)))
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

    /// One write in its savepoint; throws only what the whole batch cannot survive.
    private func perform(_ job: WriteJob, now: Double) throws(StorageFailure) -> Outcome {
        try savepoint()
        let outcome: Outcome
        do throws(WriteFailure) {
            let done = try work(job, now)
            try asWriteFailure { () throws(StorageFailure) in try transaction.finish() }
            outcome = .success(done)
        } catch {
            outcome = .failure(error)
            if case .storage(let failure) = error { try requireOpenTransaction(after: failure) }
            try rollBack()
            transaction.rollBack()
        }
        try release()
        return outcome
    }

    private func work(_ job: WriteJob, _ now: Double) throws(WriteFailure) -> WriteOutcome {
        transaction.begin(of: job.write.owner, isBoundToEpoch: job.write.isBoundToEpoch)
        return try job.write.perform(
            once: job.request, in: transaction, now: now,
            expiredBefore: trustedNow - IdempotentRequest.lifetime)
    }

    /// Tells a failure of storage as one of a write.
    private func asWriteFailure(_ work: () throws(StorageFailure) -> Void) throws(WriteFailure) {
        do throws(StorageFailure) {
            try work()
        } catch {
            throw .storage(error)
        }
    }

    /// One change of accounts in its savepoint; throws only what the whole batch cannot survive.
    private func perform(
        _ job: AccountJob, now: Double
    ) throws(StorageFailure) -> AccountJob.Outcome {
        try savepoint()
        let outcome: AccountJob.Outcome
        do throws(DatabaseError) {
            outcome = try accounts.perform(job.write, now: now, trustedNow: trustedNow)
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

    /// A full or broken disk makes SQLite give up the whole transaction, savepoints and all.
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
        // Should this fail too, the next batch tries again before it begins.
        try? session.execute("ROLLBACK")
    }
}
