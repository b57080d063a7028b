import Items
import SQLite

/// Forgets what is old, a little at a time, in the transactions of the writes that come anyway:
/// expired tokens, kept answers, and the first entries of the log.
///
/// The log is in the order of time for all owners, so what is old is at its beginning. There is no
/// timer: where nobody writes, nothing grows.
final class Pruner {
    /// How much is done when a second has passed since the last time.
    static let rowsPerStep = 1_024
    /// How long it rests after a failure, in seconds.
    private static let backOffSeconds = 60.0

    private let session: any StorageSession
    private let lazyStatements: Lazy<PruneStatements>
    private let entryRemover: Lazy<LogEntryRemover>
    private var nextRun = -Double.infinity
    /// Whether the last time ended before all that is old was gone.
    private var hasMore = false
    /// Up to this entry all are old, since an old one was found there; 0 when that is not known.
    private var expiredUpTo = 0
    /// Up to which entry nothing but times to come was found, behind the cut.
    private var scannedUpTo = 0

    init(_ session: any StorageSession) {
        self.session = session
        lazyStatements = Lazy(session, PruneStatements.init)
        entryRemover = Lazy(session, LogEntryRemover.init)
    }

    private var statements: PruneStatements {
        get throws(DatabaseError) { try lazyStatements.value }
    }

    /// Does a little, after writes that wrote so many rows.
    ///
    /// As long as there is more, every batch takes two rows for each that it adds, so that the log
    /// shrinks however fast it grows.
    func run(now: Double, rows: Int) throws(DatabaseError) {
        // A clock that was set back starts a turn as well.
        let isDue = now >= nextRun || nextRun - now > Self.backOffSeconds
        guard isDue || hasMore else { return }
        if isDue { nextRun = now + 1 }
        var budget = isDue ? Self.rowsPerStep : min(Self.rowsPerStep, 2 * rows)
        hasMore = true
        budget -= try pruneTokens(now, limit: budget)
        guard budget > 0 else { return }
        budget -= try pruneResponses(until: now - IdempotentRequest.lifetime, limit: budget)
        guard budget > 0 else { return }
        hasMore = try pruneLog(now, limit: budget)
    }

    /// To be called when what it has done was taken back, whatever failed.
    func reset() { (expiredUpTo, scannedUpTo) = (0, 0) }

    /// Rests for a while, after a failure.
    func backOff(now: Double) {
        hasMore = false
        nextRun = now + Self.backOffSeconds
    }

    private func pruneTokens(_ now: Double, limit: Int) throws(DatabaseError) -> Int {
        let statements = try statements
        try statements.pruneTokens.bind(now, at: 1)
        try statements.pruneTokens.bind(limit, at: 2)
        try session.run(&statements.pruneTokens)
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

    /// Forgets the first entries of the log if they are old; true when there may be more of them.
    ///
    /// A time that is still to come says that the clock was wrong, and nothing about the age of an
    /// entry. But whatever is before an old entry is older than that.
    private func pruneLog(_ now: Double, limit: Int) throws(DatabaseError) -> Bool {
        let entryRemover = try entryRemover.value
        let isKnown = expiredUpTo > 0
        let entries = try entryRemover.entries(after: isKnown ? 0 : scannedUpTo, limit: limit)
        // Numbers are given out behind the last one that there is, so that one stays.
        guard let newest = entries.last, let last = try lastEntry() else { return false }
        if !isKnown {
            guard let old = entries.last(where: { $0.changedAt < now - ItemWrite.undoRetention })
            else {
                let isFuture = entries.allSatisfy { $0.changedAt > now }
                scannedUpTo = isFuture && entries.count == limit ? newest.number : 0
                return scannedUpTo > 0
            }
            expiredUpTo = old.number
            guard scannedUpTo == 0 else { return true }
        }
        let end =
            entries.firstIndex { $0.number > expiredUpTo || $0.number == last } ?? entries.count
        let expired = entries[..<end]
        try entryRemover.remove(first: expired)
        try releaseHistoryBytes(expired)
        if newest.number >= expiredUpTo { (expiredUpTo, scannedUpTo) = (0, 0) }
        return entries.count == limit
    }

    /// Counts entries out of their owners' history.
    private func releaseHistoryBytes(
        _ entries: ArraySlice<LogEntryRemover.Entry>
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

    private func lastEntry() throws(DatabaseError) -> Int? {
        try statements.lastEntry.withReset { statement throws(DatabaseError) in
            try session.step(&statement) ? statement.integer(at: 0) : nil
        }
    }
}

/// The prepared statements of the pruner.
///
/// A sum that is too low must not keep it from what comes after: `toodoo check` finds that.
private final class PruneStatements {
    var pruneTokens: Statement
    var pruneResponses: Statement
    var releaseResponseBytes: Statement
    var releaseHistoryBytes: Statement
    var lastEntry: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        // A token that has expired is refused wherever it is known: this is no revocation.
        pruneTokens = try session.prepare(
            """
            DELETE FROM tokens WHERE selector IN (\
            SELECT selector FROM tokens INDEXED BY tokens_by_expiry \
            WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
            """)
        pruneResponses = try session.prepare(
            """
            DELETE FROM answers WHERE (owner, key, method, target) IN (\
            SELECT owner, key, method, target FROM answers INDEXED BY answers_by_time \
            WHERE answered_at <= ?1 ORDER BY answered_at LIMIT ?2) \
            RETURNING owner, coalesce(length(content), 0)
            """)
        releaseResponseBytes = try session.prepare(
            "UPDATE owners SET answer_bytes = max(0, answer_bytes - ?2) WHERE owner = ?1")
        releaseHistoryBytes = try session.prepare(
            "UPDATE owners SET history_bytes = max(0, history_bytes - ?2) WHERE owner = ?1")
        lastEntry = try session.prepare(LogStatements.lastEntrySQL)
    }
}
