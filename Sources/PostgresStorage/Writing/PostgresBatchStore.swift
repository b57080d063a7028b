import Glibc
package import Items
package import PostgreSQL
package import Storage
import Telemetry

/// PostgreSQL as the writer uses it.
///
///     BEGIN, lock owners, fetch rows     one round trip
///     write rules of each job            in memory
///     changed rows, mark, COMMIT         one round trip
///
/// A batch that only creates items of one owner, whose row is known, takes one round trip.
final class PostgresBatchStore: BatchStore {
    /// Attempts, and seconds, to find the outcome of a commit whose answer was lost.
    static let outcomeAttempts = 50
    static let outcomeSeconds = 10.0

    var maintenanceState: MaintenanceState = .pending
    /// The last run, until its maintenance is done.
    var lastRun: BatchRun?
    /// The trusted time of the last round of pruning, and whether it left something.
    var lastPrune = 0.0
    var hasExpired = false

    var rowStore: any RowStore { store }

    let writer: WriterSession
    var known = KnownOwners()
    let metrics: WriterMetrics?
    let report: @Sendable (StorageFailure) -> Void
    private let store: PostgresRowStore
    private let limits: OwnerLimits
    private let steady: Clock
    /// Whether it deletes what has expired: one of a process's writers does.
    private let hasMaintenance: Bool
    private var now = 0.0

    init(
        _ writer: WriterSession, limits: OwnerLimits, steady: Clock, hasMaintenance: Bool,
        livenessProbes: LivenessProbes, metrics: WriterMetrics?,
        report: @escaping @Sendable (StorageFailure) -> Void
    ) {
        self.writer = writer
        self.limits = limits
        store = PostgresRowStore(livenessProbes: livenessProbes)
        self.steady = steady
        self.hasMaintenance = hasMaintenance
        self.metrics = metrics
        self.report = report
    }

    func beginRun(_ run: BatchRun) {
        now = run.now
    }

    func begin(_ jobs: [WriteJob], _ rows: BatchRows) throws(TransactionFailure) {
        do throws(PostgresFailure) {
            try begin(jobs, try writer.connected(now), rows)
        } catch {
            writer.leave(after: error)
            throw TransactionFailure(error)
        }
    }

    /// Writes what has changed and commits; throws only if nothing is stored.
    func commit(_ rows: BatchRows, at now: Double) throws(TransactionFailure) {
        do throws(PostgresFailure) {
            try pruneByQuota(rows)
        } catch {
            writer.leave(after: error)
            throw TransactionFailure(error)
        }
        let began = WriterMetrics.now()
        let flush = rows.flush + rows.flushOfOwners
        let isChange = store.hasFlushed || !flush.isEmpty
        do throws(PostgresFailure) {
            guard isChange else {
                _ = try store.exchange([PostgresCommand("COMMIT")])
                return
            }
            _ = try store.exchange(flush + [writer.mark(now), PostgresCommand("COMMIT")])
            writer.committed()
        } catch {
            guard error.leavesDoubt, isChange else {
                writer.leave(after: error)
                throw TransactionFailure(error)
            }
            try resolve(error, now)
        }
        for row in rows.owners where row.isChanged { known.committed(row) }
        metrics?.commitDurations.add(WriterMetrics.now() - began, at: 0)
    }

    func rollBack(after failure: TransactionFailure?, _ jobs: [WriteJob]) {
        writer.rollBack()
        known.forget(jobs.map(\.write.owner.key))
        if case .outdated = failure { writer.unregister() }
    }

    func transactionFailure(of failure: StorageFailure) -> TransactionFailure {
        // The commands have succeeded, but a row that they brought cannot be read.
        guard let error = store.failure else { return .refused(failure) }
        writer.leave(after: error)
        return TransactionFailure(error)
    }

    func lockedOwners(among owners: [Int]) throws(TransactionFailure) -> Set<Int> {
        do throws(PostgresFailure) {
            let results = try writer.connected(now).exchange([
                PostgresCommand("BEGIN"), BatchStatements.owners(owners),
                BatchStatements.lockOwners(owners, skippingLocked: true),
                PostgresCommand("ROLLBACK"),
            ])
            return Set(try results[1].keys()).subtracting(try results[2].keys())
        } catch {
            writer.recover(from: error)
            throw TransactionFailure(error)
        }
    }

    func endRun(_ run: BatchRun, hasJobs: Bool, after accountJobs: [AccountJob]) {
        if hasMaintenance { prepareMaintenance(run, after: accountJobs) }
    }

    /// Stores addresses; the oldest are evicted.
    func store(_ found: [GeocodeResult], at now: Double) {
        do throws(PostgresFailure) {
            _ = try writer.connected(now).exchange(AddressStatements.store(found))
        } catch {
            report(StorageFailure(error))
        }
    }

    func close() throws(StorageFailure) {
        try storing { () throws(PostgresFailure) in try writer.close() }
    }
}

extension PostgresBatchStore {
    /// Begins a transaction with the rows that the jobs name: with the cached row of the owner, if
    /// they need no other, else with one round trip.
    private func begin(
        _ jobs: [WriteJob], _ session: any PostgresSession, _ rows: BatchRows
    ) throws(PostgresFailure) {
        precondition(!jobs.isEmpty, "a batch without jobs")
        let owner = jobs[0].write.owner.key
        let needsRow = jobs.allSatisfy { job in
            job.write.owner.key == owner && job.request == nil && job.write.createsOnly
        }
        if needsRow, let row = known.row(of: owner) {
            rows.note(owner: row, of: owner)
            store.begin(session, [PostgresCommand("BEGIN"), BatchStatements.lockUnchanged(row)])
            return
        }
        store.begin(session, [PostgresCommand("BEGIN")])
        try fetch(jobs, rows)
    }

    /// Locks the owners and reads what the jobs name.
    private func fetch(
        _ jobs: [WriteJob], _ rows: BatchRows
    ) throws(PostgresFailure) {
        let owners = Set(jobs.map(\.write.owner.key)).sorted()
        let ids = Array(Set(jobs.flatMap(\.write.namedIDs)))
        let deleted = Array(Set(jobs.flatMap(\.write.deletedIDs)))
        let keys = Array(
            Set(
                jobs.compactMap { job in
                    job.request.map { OwnedKey(owner: job.write.owner.key, key: $0.key) }
                }))
        var commands = [BatchStatements.lockOwners(owners)]
        if !ids.isEmpty { commands.append(BatchStatements.items(ids)) }
        if !deleted.isEmpty { commands.append(BatchStatements.tombstones(deleted)) }
        if !keys.isEmpty { commands.append(BatchStatements.records(keys)) }
        var results = try store.exchange(commands)[...]
        let found = try results.removeFirst().owners()
        rows.note(owners: found, of: owners)
        for row in found { known.fetched(row) }
        if !ids.isEmpty {
            let items = try results.removeFirst().items()
            rows.note(items: items, of: ids)
            // In one round trip, before the write rules need them one after another.
            let next = items.compactMap { id, item in
                item.idOfNext.map { OwnedID(owner: id.owner, id: $0) }
            }.filter { !rows.knows($0) }
            if !next.isEmpty {
                let items = try store.exchange([BatchStatements.items(next)])[0].items()
                rows.note(items: items, of: next)
            }
        }
        if !deleted.isEmpty {
            rows.note(tombstones: try results.removeFirst().tombstones(), of: deleted)
        }
        if !keys.isEmpty {
            rows.note(records: try results.removeFirst().records(), of: keys)
        }
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
        if !isCommitted { throw TransactionFailure(failure) }
    }

    /// Evicts contents of responses, and deletes the oldest changes, of owners that have too many
    /// bytes of them; the changes of the batch are flushed first.
    private func pruneByQuota(_ rows: BatchRows) throws(PostgresFailure) {
        let owners = rows.owners.filter(\.isChanged)
        let full = owners.filter {
            $0.counters.answerBytes > limits.answers || $0.counters.historyBytes > limits.history
        }
        guard !full.isEmpty else { return }
        store.flush(rows)
        _ = try store.exchange(rows.flushOfOwners)
        known.forget(owners.map(\.owner.key))
        rows.didFlushAll()
        for owner in full {
            if owner.counters.answerBytes > limits.answers {
                let evict = QuotaPruneStatements.evict(owner.owner.key, limits.answers)
                _ = try store.exchange([evict])
            }
            try pruneHistory(of: owner)
        }
    }

    private func pruneHistory(of owner: OwnerRow) throws(PostgresFailure) {
        let key = owner.owner.key
        var bytes = owner.counters.historyBytes
        var left = QuotaPruneStatements.changesPerBatch(appending: store.appended[key] ?? 0)
        while bytes > limits.history, left > 0 {
            let rest = try store.exchange([
                QuotaPruneStatements.forget(
                    key, before: owner.counters.revision, bytes - limits.history, changes: left)
            ])[0]
            let deleted = try rest.integer(0, 1)
            // The rest is of the last write.
            guard deleted > 0 else { return }
            bytes = try rest.integer(0, 0)
            left -= deleted
        }
    }
}

extension WriteBatch {
    /// A batch that writes through the connections that `connect` makes, as the writer with this
    /// name, which no other process has. `pause` is called between two attempts to find out about a
    /// lost answer. `steady` measures waits, and detects jumps of `clock` unless there is a
    /// `jumpTolerantClock`.
    package convenience init(
        writer: PostgresUUID, clock: Clock, steady: Clock? = nil,
        jumpTolerantClock: JumpTolerantClock? = nil, hasMaintenance: Bool = true,
        itemLimit: ItemSize = .unlimited, historyByteLimit: Int = .max,
        responseByteLimit: Int = IdempotentRequest.byteLimit,
        times: WriteTimes = WriteTimes(),
        livenessProbes: LivenessProbes = LivenessProbes(), metrics: WriterMetrics? = nil,
        connections: PostgresMetrics? = nil, timeZones: any TimeZoneDatabase = UTCDatabase(),
        reminderSignal: ReminderSignal = ReminderSignal(),
        report: @escaping @Sendable (StorageFailure) -> Void = { _ in },
        onCommit: (@Sendable ([(owner: Int, revision: Int)]) -> Void)? = nil,
        pause: @escaping () -> Void = { usleep(200_000) },
        connect: @escaping () throws(PostgresFailure) -> any PostgresSession
    ) {
        let limits = OwnerLimits(
            items: itemLimit, history: historyByteLimit, answers: responseByteLimit)
        let session = WriterSession(
            writer: writer, steady: steady ?? clock, metrics: connections, pause: pause,
            connect: connect)
        let store = PostgresBatchStore(
            session, limits: limits, steady: steady ?? clock, hasMaintenance: hasMaintenance,
            livenessProbes: livenessProbes, metrics: metrics, report: report)
        self.init(
            store: store, clock: clock,
            jumpTolerantClock: jumpTolerantClock ?? JumpTolerantClock(steady: steady ?? clock),
            limits: limits,
            times: times, livenessProbes: livenessProbes, timeZones: timeZones, metrics: metrics,
            reminderSignal: reminderSignal, onCommit: onCommit)
    }
}
