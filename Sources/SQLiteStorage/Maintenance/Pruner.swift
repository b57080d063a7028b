import Items
import SQLite

/// Deletes expired tokens, idempotency records, addresses and log entries, incrementally, in the
/// transactions of writes and of maintenance steps, which also happen without writes.
///
/// The log of all owners is in order of time, so expired entries are at its start.
final class Pruner {
    /// The maximum number of rows in a run, which is due once a second.
    static let rowsPerStep = 1_024
    /// The entries that a run reads where nothing has expired.
    static let firstEntries = 16
    /// The pause after a failure, in seconds.
    private static let backOffSeconds = 60.0

    private let session: any StorageSession
    private let lazyStatements: Lazy<PruneStatements>
    private let logEntries: Lazy<LogEntryDeletion>
    private var nextRun = -Double.infinity
    /// Whether the last run ended before everything expired was deleted.
    private(set) var hasMore = false
    /// All entries up to this one have expired, because an expired one was found there; 0 when
    /// unknown.
    private var expiredUpTo = 0
    /// The scan for an expired entry continues behind this one; all up to it have times in the
    /// future.
    private var scannedUpTo = 0

    init(_ session: any StorageSession) {
        self.session = session
        lazyStatements = Lazy(session, PruneStatements.init)
        logEntries = Lazy(session, LogEntryDeletion.init)
    }

    private var statements: PruneStatements {
        get throws(DatabaseError) { try lazyStatements.value }
    }

    /// Runs after writes that wrote `rows` rows.
    ///
    /// While more has expired, every batch deletes two rows for each row that it writes, so the log
    /// shrinks at any write rate.
    func run(now: Double, rows: Int) throws(DatabaseError) {
        // A clock that was set back also starts a run.
        let isDue = now >= nextRun || nextRun - now > Self.backOffSeconds
        guard isDue || hasMore else { return }
        if isDue { nextRun = now + 1 }
        var budget = isDue ? Self.rowsPerStep : min(Self.rowsPerStep, 2 * rows)
        hasMore = true
        budget -= try pruneTokens(now, limit: budget)
        guard budget > 0 else { return }
        budget -= try pruneResponses(until: now - IdempotentRequest.lifetime, limit: budget)
        guard budget > 0 else { return }
        budget -= try pruneAddresses(until: now - GeocodeResult.hitLifetime, limit: budget)
        guard budget > 0 else { return }
        hasMore = try pruneLog(now, limit: budget)
    }

    /// Call this when the transaction was rolled back.
    func reset() { (expiredUpTo, scannedUpTo) = (0, 0) }

    /// Backs off after a failure.
    func backOff(now: Double) {
        hasMore = false
        nextRun = now + Self.backOffSeconds
    }

    private func pruneTokens(_ now: Double, limit: Int) throws(DatabaseError) -> Int {
        try prune(&statements.pruneTokens, until: now, limit: limit)
    }

    private func pruneAddresses(until time: Double, limit: Int) throws(DatabaseError) -> Int {
        try prune(&statements.pruneAddresses, until: time, limit: limit)
    }

    private func prune(
        _ statement: inout Statement, until time: Double, limit: Int
    ) throws(DatabaseError) -> Int {
        try statement.bind(time, at: 1)
        try statement.bind(limit, at: 2)
        try session.run(&statement)
        return session.changes
    }

    private func pruneResponses(
        until time: Double, limit: Int
    ) throws(DatabaseError) -> Int {
        let statements = try statements
        var bytes: [Int: Int] = [:]
        var count = 0
        try statements.pruneResponses.withReset { statement throws(DatabaseError) in
            try statement.bind(time, at: 1)
            try statement.bind(limit, at: 2)
            while try session.step(&statement) {
                count += 1
                bytes[statement.integer(at: 0), default: 0] += statement.integer(at: 1)
            }
        }
        for (owner, bytes) in bytes {
            try statements.releaseResponseBytes.bind(owner, at: 1)
            try statements.releaseResponseBytes.bind(bytes, at: 2)
            try session.run(&statements.releaseResponseBytes)
        }
        return count
    }

    /// Deletes expired entries at the start of the log; true when more may follow.
    private func pruneLog(_ now: Double, limit: Int) throws(DatabaseError) -> Bool {
        let logEntries = try logEntries.value
        if expiredUpTo == 0 {
            try findExpired(now, limit: limit)
            guard expiredUpTo > 0, scannedUpTo == 0 else {
                return expiredUpTo > 0 || scannedUpTo > 0
            }
        }
        let entries = try logEntries.entries(after: 0, limit: limit)
        guard let newest = entries.last else { return false }
        if let old = entries.last(where: { isExpired($0, now) }) {
            expiredUpTo = max(expiredUpTo, old.number)
        }
        let end = entries.firstIndex { $0.number > expiredUpTo } ?? entries.count
        let expired = entries[..<end]
        // The newest entry of all may be among them, and the next number follows it.
        if end == entries.count { try logEntries.keepLastNumber() }
        try logEntries.delete(first: expired)
        try releaseHistoryBytes(expired)
        if newest.number >= expiredUpTo { (expiredUpTo, scannedUpTo) = (0, 0) }
        return entries.count == limit
    }

    /// Searches for an expired entry at the start of the log, or where the scan stopped; it sets
    /// `expiredUpTo`, or `scannedUpTo` when the scan has to continue.
    ///
    /// A time in the future comes from a wrong clock and does not show the entry's age. But entries
    /// before an expired one are older than it. In most runs nothing has expired and no time is in
    /// the future, so the first few entries suffice.
    private func findExpired(_ now: Double, limit: Int) throws(DatabaseError) {
        let logEntries = try logEntries.value
        let few = scannedUpTo == 0 ? min(limit, Self.firstEntries) : limit
        var entries = try logEntries.entries(after: scannedUpTo, limit: few)
        if few < limit, isUndecided(entries, few, now) {
            entries = try logEntries.entries(after: scannedUpTo, limit: limit)
        }
        expiredUpTo = entries.last { isExpired($0, now) }?.number ?? 0
        guard expiredUpTo == 0 else { return }
        scannedUpTo = isUndecided(entries, limit, now) ? entries.last?.number ?? 0 : 0
    }

    private func isExpired(_ entry: LogEntryDeletion.Entry, _ now: Double) -> Bool {
        entry.changedAt < now - ItemWrite.undoRetention
    }

    /// Whether entries behind these may have expired although none of these has.
    private func isUndecided(
        _ entries: [LogEntryDeletion.Entry], _ limit: Int, _ now: Double
    ) -> Bool {
        entries.count == limit && entries.allSatisfy { $0.changedAt > now }
    }

    /// Subtracts the entries' bytes from their owners' histories.
    private func releaseHistoryBytes(
        _ entries: ArraySlice<LogEntryDeletion.Entry>
    ) throws(DatabaseError) {
        var bytes: [Int: Int] = [:]
        for entry in entries { bytes[entry.owner, default: 0] += entry.bytes }
        let statements = try statements
        for (owner, bytes) in bytes {
            try statements.releaseHistoryBytes.bind(owner, at: 1)
            try statements.releaseHistoryBytes.bind(bytes, at: 2)
            try session.run(&statements.releaseHistoryBytes)
        }
    }
}

/// The prepared statements of the pruner.
///
/// Byte sums stop at 0, so a damaged sum does not stop pruning; `toodoo check` reports it.
private final class PruneStatements {
    var pruneTokens: Statement
    var pruneResponses: Statement
    var releaseResponseBytes: Statement
    var releaseHistoryBytes: Statement
    var pruneAddresses: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        // This does not count as a revocation: an expired token is refused from caches as well.
        pruneTokens = try session.prepare(
            """
            DELETE FROM tokens WHERE selector IN (\
            SELECT selector FROM tokens INDEXED BY tokens_by_expiry \
            WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)
            """)
        pruneResponses = try session.prepare(
            """
            DELETE FROM answers WHERE (owner, key, method, target) IN (\
            SELECT owner, key, method, target FROM answers INDEXED BY answers_by_time \
            WHERE answered_at < ?1 ORDER BY answered_at LIMIT ?2) \
            RETURNING owner, coalesce(length(content), 0)
            """)
        releaseResponseBytes = try session.prepare(
            "UPDATE owners SET answer_bytes = max(0, answer_bytes - ?2) WHERE owner = ?1")
        releaseHistoryBytes = try session.prepare(
            "UPDATE owners SET history_bytes = max(0, history_bytes - ?2) WHERE owner = ?1")
        pruneAddresses = try session.prepare(
            """
            DELETE FROM coordinates WHERE address IN (\
            SELECT address FROM coordinates INDEXED BY coordinates_by_time \
            WHERE found_at < ?1 ORDER BY found_at LIMIT ?2)
            """)
    }
}
