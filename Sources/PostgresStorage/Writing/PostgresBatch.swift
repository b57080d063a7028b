import Glibc
package import Items
package import PostgreSQL
package import Storage
import Telemetry

/// Group commit: fetches the rows of many writes, decides all writes in memory, and writes the
/// changed rows.
///
///     BEGIN, lock owners, fetch rows     one round trip
///     write rules of each job            in memory
///     changed rows, mark, COMMIT         one round trip
///
/// A batch that only creates items of one owner, whose row is known, takes one round trip.
///
/// If the server refuses the second one for a reason that may concern a single job, each job runs
/// again in its own transaction. Bulk writes, undos and changes of accounts have their own from the
/// start.
///
/// Only touched on the writer's queue.
package final class PostgresBatch: BatchWriter {
    /// Attempts, and seconds, to find the outcome of a commit whose answer was lost.
    static let outcomeAttempts = 50
    static let outcomeSeconds = 10.0

    package var maintenanceState: MaintenanceState = .pending
    package let livenessProbes = LivenessProbes()
    /// The trusted time of the last round of pruning, and whether it left something.
    var lastPrune = 0.0
    var hasExpired = false

    let writer: WriterSession
    private let transaction: PostgresItemTransaction
    /// Whether the open transaction has statements other than those of the coming `flush`.
    private var hasFlushed = false
    var known = KnownOwners()
    private let clock: Clock
    private var times = WriteTimes()
    private var jumpTolerantClock: JumpTolerantClock
    let steady: Clock
    private let timeZones: any TimeZoneDatabase
    let metrics: WriterMetrics?
    let report: @Sendable (StorageFailure) -> Void
    /// Receives the new revisions of owners after a batch, before its replies.
    private let onCommit: @Sendable ([(owner: Int, revision: Int)]) -> Void

    /// A batch that writes through the connections that `connect` makes, as the writer with this
    /// name, which no other process has. `pause` is called between two attempts to find out about a
    /// lost answer.
    package init(
        writer: PostgresUUID, clock: Clock, steady: Clock? = nil,
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max,
        responseByteLimit: Int = IdempotentRequest.byteLimit, metrics: WriterMetrics? = nil,
        connections: PostgresMetrics? = nil, timeZones: any TimeZoneDatabase = UTCDatabase(),
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in },
        onCommit: @escaping @Sendable ([(owner: Int, revision: Int)]) -> Void = { _ in },
        pause: @escaping () -> Void = { usleep(200_000) },
        connect: @escaping () throws(PostgresFailure) -> any PostgresSession
    ) {
        self.writer = WriterSession(
            writer: writer, steady: steady ?? clock, metrics: connections, pause: pause,
            connect: connect)
        self.clock = clock
        self.steady = steady ?? clock
        jumpTolerantClock = JumpTolerantClock(steady: steady ?? clock)
        transaction = PostgresItemTransaction(
            limits: OwnerLimits(
                items: itemLimit, history: historyByteLimit, answers: responseByteLimit),
            livenessProbes: livenessProbes)
        self.metrics = metrics
        self.timeZones = timeZones
        self.report = report
        self.onCommit = onCommit
    }

    package func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool
    ) -> BatchOutcomes {
        let began = WriterMetrics.now()
        let now = clock.now()
        let trusted = jumpTolerantClock.trusted(now)
        let accounts = accountJobs.map { perform($0, now, trusted) }
        let items = perform(jobs, trusted)
        publishRevisions(of: jobs, items)
        maintain(isMaintenance: isMaintenance, after: accountJobs, now, trusted)
        if !jobs.isEmpty || !accountJobs.isEmpty {
            metrics?.batchSizes.add(jobs.count + accountJobs.count, at: 0)
            metrics?.batchDurations.add(WriterMetrics.now() - began, at: 0)
        }
        return (items, accounts)
    }

    private func publishRevisions(
        of jobs: [WriteJob], _ outcomes: [Result<WriteOutcome, WriteFailure>]
    ) {
        let revisions = zip(jobs, outcomes).compactMap { job, outcome -> (Int, Int)? in
            guard case .success(let outcome) = outcome, outcome.changed else { return nil }
            return (job.write.owner.key, outcome.revision)
        }
        if !revisions.isEmpty { onCommit(revisions) }
    }

    /// Stores addresses; the oldest are evicted.
    package func store(_ found: [GeocodeResult]) {
        do throws(PostgresFailure) {
            _ = try writer.connected(clock.now()).exchange(AddressStatements.store(found))
        } catch {
            report(StorageFailure(error))
        }
    }

    package func close() throws(StorageFailure) {
        try storing { () throws(PostgresFailure) in try writer.close() }
    }
}

extension PostgresBatch {
    private typealias Outcome = Result<WriteOutcome, WriteFailure>

    private func perform(_ jobs: [WriteJob], _ trusted: Double) -> [Outcome] {
        guard !jobs.isEmpty else { return [] }
        if jobs.count > 1, jobs.contains(where: \.needsOwnTransaction) {
            return jobs.split(keeping: \.needsOwnTransaction)
                .flatMap { perform(Array($0), trusted) }
        }
        // A connection that was lost before the COMMIT has stored nothing, so the jobs are done
        // again; and so they are when something was another than this process knew.
        var (isAgain, isFresh) = (false, false)
        while true {
            do throws(TransactionFailure) {
                return try attemptAll(jobs, trusted)
            } catch {
                writer.rollBack()
                known.forget(jobs.map(\.write.owner.key))
                switch error {
                case .stale where !isFresh:
                    writer.unregister()
                    isFresh = true
                case .refused where jobs.count > 1:
                    return jobs.flatMap { perform([$0], trusted) }
                case .refused where !isAgain: isAgain = true
                case .stale(let failure), .refused(let failure), .failed(let failure):
                    metrics?.failedBatches.add()
                    return jobs.map { _ in .failure(.storage(failure)) }
                }
            }
        }
    }

    private func attemptAll(
        _ jobs: [WriteJob], _ trusted: Double
    ) throws(TransactionFailure) -> [Outcome] {
        let session = try before { () throws(PostgresFailure) in
            let session = try writer.connected(clock.now())
            transaction.begin(session)
            hasFlushed = false
            if !beginFromCache(jobs) { try fetch(jobs, session) }
            return session
        }
        // After the lock, so that writes of several servers have times in their order.
        let now = clock.now()
        times.begin(at: now)
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(jobs.count)
        for job in jobs {
            transaction.begin(
                of: job.write.owner, isBoundToEpoch: job.write.isBoundToEpoch, isBulk: job.isBulk)
            do throws(WriteFailure) {
                let outcome = try times.perform { now throws(WriteFailure) in
                    try job.write.perform(
                        once: job.request, in: transaction, now: now,
                        expiredBefore: trusted - IdempotentRequest.lifetime, timeZones: timeZones)
                }
                outcomes.append(.success(outcome))
            } catch {
                if case .storage(let failure) = error { throw .refused(failure) }
                transaction.state.rollBack()
                outcomes.append(.failure(error))
            }
        }
        try before { () throws(PostgresFailure) in try trim(session) }
        try commit(session, now)
        times.commit()
        return outcomes
    }

    /// Performs work before a COMMIT: if it fails, nothing is stored.
    private func before<Value>(
        _ work: () throws(PostgresFailure) -> Value
    ) throws(TransactionFailure) -> Value {
        do throws(PostgresFailure) {
            return try work()
        } catch {
            writer.recover(from: error)
            throw TransactionFailure(error)
        }
    }

    /// Begins a transaction with the cached row of the owner; false if the jobs need more than it.
    private func beginFromCache(_ jobs: [WriteJob]) -> Bool {
        let owner = jobs[0].write.owner.key
        let needsRow = jobs.allSatisfy { job in
            job.write.owner.key == owner && job.request == nil && job.write.createsOnly
        }
        guard needsRow, let row = known.row(of: owner) else { return false }
        transaction.state.owners[owner] = .some(row)
        transaction.unsent = [PostgresCommand("BEGIN"), BatchStatements.lockUnchanged(row)]
        return true
    }

    /// Begins a transaction, locks the owners and reads what the jobs name.
    private func fetch(
        _ jobs: [WriteJob], _ session: any PostgresSession
    ) throws(PostgresFailure) {
        let owners = Set(jobs.map(\.write.owner.key)).sorted()
        let ids = Array(Set(jobs.flatMap(\.write.namedIDs)))
        let deleted = Array(Set(jobs.flatMap(\.write.deletedIDs)))
        let keys = Array(
            Set(
                jobs.compactMap { job in
                    job.request.map { OwnedKey(owner: job.write.owner.key, key: $0.key) }
                }))
        var commands = [PostgresCommand("BEGIN"), BatchStatements.lockOwners(owners)]
        if !ids.isEmpty { commands.append(BatchStatements.items(ids)) }
        if !deleted.isEmpty { commands.append(BatchStatements.tombstones(deleted)) }
        if !keys.isEmpty { commands.append(BatchStatements.records(keys)) }
        var results = try session.exchange(commands).dropFirst()
        guard results.count == commands.count - 1 else {
            throw .unexpected("another number of results")
        }
        try transaction.state.note(owners: results.removeFirst(), of: owners)
        for case let row? in transaction.state.owners.values { known.fetched(row) }
        if !ids.isEmpty { try transaction.state.note(items: results.removeFirst(), of: ids) }
        if !deleted.isEmpty {
            try transaction.state.note(tombstones: results.removeFirst(), of: deleted)
        }
        if !keys.isEmpty { try transaction.state.note(records: results.removeFirst(), of: keys) }
        try transaction.fetchNext(
            of: transaction.state.items.compactMap { id, state in
                state.item.map { (id.owner, $0) }
            })
    }

    /// Writes what has changed and commits; throws only if nothing is stored.
    private func commit(
        _ session: any PostgresSession, _ now: Double
    ) throws(TransactionFailure) {
        let began = WriterMetrics.now()
        let flush = transaction.state.flush
        let isChange = hasFlushed || !flush.isEmpty
        do throws(PostgresFailure) {
            guard isChange else {
                _ = try session.exchange(transaction.takeUnsent() + [PostgresCommand("COMMIT")])
                return
            }
            _ = try session.exchange(
                transaction.takeUnsent() + flush + [writer.mark(now), PostgresCommand("COMMIT")])
            writer.committed()
        } catch {
            guard error.leavesDoubt, isChange else { throw TransactionFailure(error) }
            try resolve(error, now)
        }
        for case let row? in transaction.state.owners.values where row.isChanged {
            known.committed(row)
        }
        metrics?.commitDurations.add(WriterMetrics.now() - began, at: 0)
    }

    /// How long a lost answer is looked for.
    var outcomeLimit: WriterSession.Limit {
        WriterSession.Limit(
            attempts: Self.outcomeAttempts, end: steady.now() + Self.outcomeSeconds)
    }

    /// Returns if the commit whose answer was lost has happened; throws if it has not.
    private func resolve(_ failure: PostgresFailure, _ now: Double) throws(TransactionFailure) {
        guard let isCommitted = writer.isCommitted(now, until: outcomeLimit) else {
            throw .failed(.outcomeUnknown("\(failure)"))
        }
        if !isCommitted { throw .refused(StorageFailure(failure)) }
    }

    /// Evicts contents of responses, and deletes the oldest changes, of owners that have too many
    /// bytes of them; the changes of the batch are flushed first.
    private func trim(_ session: any PostgresSession) throws(PostgresFailure) {
        let limits = transaction.limits
        let owners = transaction.state.owners.values.compactMap { $0 }.filter(\.isChanged)
        let full = owners.filter {
            $0.answerBytes > limits.answers || $0.historyBytes > limits.history
        }
        guard !full.isEmpty else { return }
        _ = try session.exchange(transaction.takeUnsent() + transaction.state.flush)
        hasFlushed = true
        known.forget(owners.map(\.owner.key))
        transaction.state.didFlush()
        for owner in full {
            _ = try session.exchange(
                TrimStatements.trim(owner, answers: limits.answers, history: limits.history))
        }
    }
}

extension WriteJob {
    /// Whether the write reads the database directly.
    fileprivate var needsOwnTransaction: Bool {
        if case .undo = write.action { return true }
        return isBulk
    }
}

extension Array {
    /// The array in parts: each element with the property alone, and the runs between them.
    fileprivate func split(keeping isAlone: (Element) -> Bool) -> [ArraySlice<Element>] {
        var parts: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where isAlone(self[index]) {
            if start < index { parts.append(self[start..<index]) }
            parts.append(self[index...index])
            start = index + 1
        }
        if start < endIndex { parts.append(self[start...]) }
        return parts
    }
}
