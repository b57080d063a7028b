package import Items
import Telemetry

/// Group commit: performs many writes in one transaction, each whole or not at all.
///
///     begin: lock and read     PostgreSQL: one round trip for all rows that the jobs name
///     write rules of each job  in memory; the rows of a refused job are put back
///     flush, COMMIT            the one fsync
///
/// If the storage refuses a transaction for a reason that may concern a single job, each half of
/// the jobs runs again in its own transaction (`Setbacks`). Changes of accounts have their own from
/// the start.
///
/// Only touched on the writer's queue.
package final class WriteBatch: BulkWriter {
    package typealias Outcome = Result<WriteOutcome, WriteFailure>

    package let store: any BatchStore
    package let livenessProbes: LivenessProbes
    private let transaction: BatchTransaction
    private let clock: Clock
    /// The times of the next batch, of which each takes a copy.
    private let times: WriteTimes
    private let jumpTolerantClock: JumpTolerantClock
    private let timeZones: any TimeZoneDatabase
    private let metrics: WriterMetrics?
    private let isApart: Bool
    private let reminderSignal: ReminderSignal
    /// Receives the new revisions of owners after a batch, before its replies.
    private let onCommit: (@Sendable ([(owner: Int, revision: Int)]) -> Void)?

    /// A batch that writes to `store`.
    ///
    /// `jumpTolerantClock` decides what has expired. With `isApart` each write is performed once,
    /// in its own transaction.
    package init(
        store: any BatchStore, clock: Clock, jumpTolerantClock: JumpTolerantClock? = nil,
        limits: OwnerLimits,
        isApart: Bool = false, times: WriteTimes = WriteTimes(),
        livenessProbes: LivenessProbes = LivenessProbes(),
        timeZones: any TimeZoneDatabase = UTCDatabase(),
        metrics: WriterMetrics? = nil, reminderSignal: ReminderSignal = ReminderSignal(),
        onCommit: (@Sendable ([(owner: Int, revision: Int)]) -> Void)? = nil
    ) {
        self.store = store
        self.clock = clock
        self.jumpTolerantClock = jumpTolerantClock ?? JumpTolerantClock(steady: clock)
        self.times = times
        self.livenessProbes = livenessProbes
        transaction = BatchTransaction(
            store.rowStore, limits: limits, livenessProbes: livenessProbes)
        self.timeZones = timeZones
        self.metrics = metrics
        self.isApart = isApart
        self.reminderSignal = reminderSignal
        self.onCommit = onCommit
    }

    package var maintenanceState: MaintenanceState { store.maintenanceState }

    package var meanwhile: (() -> Void)? {
        get { transaction.meanwhile }
        set { transaction.meanwhile = newValue }
    }

    package func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool = false
    ) -> BatchOutcomes {
        let began = WriterMetrics.now()
        let now = clock.now()
        let run = BatchRun(
            now: now, trustedNow: jumpTolerantClock.trusted(now), isMaintenance: isMaintenance)
        store.beginRun(run)
        let accounts = accountJobs.isEmpty ? [] : store.perform(accountJobs, in: run)
        let items = isApart ? jobs.flatMap { perform([$0], run) } : perform(jobs, run)
        publishRevisions(of: jobs, items)
        store.endRun(run, hasJobs: !jobs.isEmpty, after: accountJobs)
        if !jobs.isEmpty || !accountJobs.isEmpty {
            metrics?.batchSizes.add(jobs.count + accountJobs.count, at: 0)
            metrics?.batchDurations.add(WriterMetrics.now() - began, at: 0)
        }
        return (items, accounts)
    }

    private func publishRevisions(of jobs: [WriteJob], _ outcomes: [Outcome]) {
        guard let onCommit else { return }
        var revisions: [(owner: Int, revision: Int)] = []
        for (job, outcome) in zip(jobs, outcomes) {
            guard case .success(let outcome) = outcome, outcome.changed else { continue }
            revisions.append((job.write.owner.key, outcome.revision))
        }
        if !revisions.isEmpty { onCommit(revisions) }
    }

    package func maintain() {
        store.maintain()
    }

    package func store(_ found: [GeocodeResult]) {
        store.store(found, at: clock.now())
    }

    package func close() throws(StorageFailure) {
        try store.close()
    }
}

/// What the transactions of a run have met.
///
/// A refused batch is halved, so one bad job among n costs about 2 log n transactions, and fails
/// alone. What may have waited is never done once for each part: an interrupted attempt is repeated
/// once in a run, owners whose rows are locked are left out, and a server that cannot begin a
/// transaction ends the run.
private struct Setbacks {
    /// Whether the jobs are a part of a batch that was tried before.
    var isHalved = false
    /// Whether an attempt was interrupted and repeated.
    var wasInterrupted = false
    /// The owners whose rows another process has locked, and why their jobs fail.
    var locked: (owners: Set<Int>, failure: StorageFailure)?
    /// Why no further transaction is begun.
    var end: StorageFailure?
}

extension WriteBatch {
    private func perform(_ jobs: [WriteJob], _ run: BatchRun) -> [Outcome] {
        guard !jobs.isEmpty else { return [] }
        var setbacks = Setbacks()
        let outcomes = perform(jobs, run, &setbacks)
        if let metrics, outcomes.allSatisfy(\.isOfStorage) { metrics.failedBatches.add() }
        return outcomes
    }

    /// Performs the jobs in one transaction, or in several if the storage refuses that.
    private func perform(
        _ jobs: [WriteJob], _ run: BatchRun, _ setbacks: inout Setbacks
    ) -> [Outcome] {
        var (hasReadAgain, hasRetried) = (false, setbacks.isHalved || isApart)
        while true {
            if let failure = setbacks.end { return Self.fail(jobs, failure) }
            do throws(TransactionFailure) {
                return try performTogether(jobs, run)
            } catch {
                switch error {
                case .outdated where !hasReadAgain: hasReadAgain = true
                case .refused where jobs.count > 1:
                    setbacks.isHalved = true
                    let middle = jobs.count / 2
                    return [jobs[..<middle], jobs[middle...]].flatMap {
                        performUnlocked(Array($0), run, &setbacks)
                    }
                // Parts of a large write have taken long.
                case .refused where !hasRetried && !transaction.rows.isPartlyFlushed:
                    hasRetried = true
                case .locked(let failure) where setbacks.locked == nil:
                    note(failure, ofOwnersOf: jobs, &setbacks)
                    return performUnlocked(jobs, run, &setbacks)
                case .interrupted where !setbacks.wasInterrupted: setbacks.wasInterrupted = true
                case .locked(let failure), .interrupted(let failure), .unavailable(let failure):
                    setbacks.end = failure
                case .outdated(let failure), .refused(let failure), .failed(let failure):
                    return Self.fail(jobs, failure)
                }
            }
        }
    }

    /// Performs the jobs, except those that would wait for another process's lock.
    private func performUnlocked(
        _ jobs: [WriteJob], _ run: BatchRun, _ setbacks: inout Setbacks
    ) -> [Outcome] {
        guard let locked = setbacks.locked else { return perform(jobs, run, &setbacks) }
        let isLocked = jobs.map { locked.owners.contains($0.write.owner.key) }
        let free = zip(jobs, isLocked).filter { !$0.1 }.map(\.0)
        var outcomes = (free.isEmpty ? [] : perform(free, run, &setbacks)).makeIterator()
        return isLocked.map { isLocked in
            (isLocked ? nil : outcomes.next()) ?? .failure(.storage(locked.failure))
        }
    }

    /// Finds the owners whose rows another process has locked.
    private func note(
        _ failure: StorageFailure, ofOwnersOf jobs: [WriteJob], _ setbacks: inout Setbacks
    ) {
        let owners = Set(jobs.map(\.write.owner.key))
        do throws(TransactionFailure) {
            let locked =
                owners.count == 1 ? owners : try store.lockedOwners(among: owners.sorted())
            setbacks.locked = (locked, failure)
        } catch {
            (setbacks.locked, setbacks.end) = (([], failure), error.failure)
        }
    }

    private static func fail(_ jobs: [WriteJob], _ failure: StorageFailure) -> [Outcome] {
        jobs.map { _ in .failure(.storage(failure)) }
    }

    private func performTogether(
        _ jobs: [WriteJob], _ run: BatchRun
    ) throws(TransactionFailure) -> [Outcome] {
        transaction.reset()
        do throws(TransactionFailure) {
            try store.begin(jobs, transaction.rows)
            // After the lock, so that writes of several servers have times in their order; except
            // for an owner whose row is known, which is locked only now.
            let now = clock.now()
            var times = times
            times.begin(at: now)
            let outcomes = try decide(jobs, run, &times)
            if transaction.rows.isPartlyFlushed, case .failure? = outcomes.last {
                // The only job; its rows cannot be put back.
                store.rollBack(after: nil, jobs)
                return outcomes
            }
            try store.commit(transaction.rows, at: now)
            times.commit()
            reminderSignal.send(transaction.rows)
            return outcomes
        } catch {
            store.rollBack(after: error, jobs)
            throw error
        }
    }

    private func decide(
        _ jobs: [WriteJob], _ run: BatchRun, _ times: inout WriteTimes
    ) throws(TransactionFailure) -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        for job in jobs {
            do throws(WriteFailure) {
                let outcome = try decide(job, run, at: times.next)
                times.note(created: outcome.created)
                outcomes.append(.success(outcome))
            } catch {
                if case .storage(let failure) = error {
                    throw store.transactionFailure(of: failure)
                }
                if transaction.rows.isPartlyFlushed {
                    // Its rows cannot be put back without those of other jobs.
                    precondition(jobs.count == 1, "a bulk write has a batch of its own")
                    return [.failure(error)]
                }
                transaction.rollBack()
                outcomes.append(.failure(error))
            }
        }
        return outcomes
    }

    private func decide(
        _ job: WriteJob, _ run: BatchRun, at now: Double
    ) throws(WriteFailure) -> WriteOutcome {
        transaction.begin(
            of: job.write.owner, isBoundToEpoch: job.write.isBoundToEpoch, isAlone: job.isBulk,
            from: job.write.origin)
        return try job.write.perform(
            once: job.request, in: transaction, now: now,
            expiredBefore: run.trustedNow - IdempotentRequest.lifetime, timeZones: timeZones)
    }
}

extension WriteBatch.Outcome {
    /// Whether storage failed; false if a rule refused the write.
    fileprivate var isOfStorage: Bool {
        if case .failure(.storage) = self { true } else { false }
    }
}
