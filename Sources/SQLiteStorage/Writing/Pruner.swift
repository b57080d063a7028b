import Items
import SQLite

/// Forgets what is old, a little at a time, in the transactions of the writes that come anyway:
/// expired tokens, kept answers, and the first entries of the log.
///
/// The log is in the order of time for all owners, so what is old is at its beginning. There is no
/// timer: where nobody writes, nothing grows.
final class Pruner {
    /// How much is done when a second has passed since the last time.
    static let rowsInATurn = 1_024
    /// How long it rests after a failure, in seconds.
    private static let rest = 60.0

    private let session: any StorageSession
    private let prunes: Deferred<PruneStatements>
    private let forgetter: Deferred<LogForgetter>
    private var nextTurn = -Double.infinity
    /// Whether the last time ended before all that is old was gone.
    private var hasMore = false
    /// Up to this entry all are old, since an old one was found there; 0 when that is not known.
    private var cut = 0
    /// Up to which entry nothing but times to come was found, behind the cut.
    private var seen = 0

    init(_ session: any StorageSession) {
        self.session = session
        prunes = Deferred(session, PruneStatements.init)
        forgetter = Deferred(session, LogForgetter.init)
    }

    private var statements: PruneStatements {
        get throws(DatabaseError) { try prunes.value }
    }

    /// Does a little, after writes that wrote so many rows.
    ///
    /// As long as there is more, every batch takes two rows for each that it adds, so that the log
    /// shrinks however fast it grows.
    func run(now: Double, rows: Int) throws(DatabaseError) {
        // A clock that was set back starts a turn as well.
        let isTurn = now >= nextTurn || nextTurn - now > Self.rest
        guard isTurn || hasMore else { return }
        if isTurn { nextTurn = now + 1 }
        var budget = isTurn ? Self.rowsInATurn : min(Self.rowsInATurn, 2 * rows)
        hasMore = true
        budget -= try forgetTokens(now, limit: budget)
        guard budget > 0 else { return }
        budget -= try forgetAnswers(until: now - IdempotentRequest.lifetime, limit: budget)
        guard budget > 0 else { return }
        hasMore = try forgetLog(now, limit: budget)
    }

    /// To be called when what it has done was taken back, whatever failed.
    func startOver() { (cut, seen) = (0, 0) }

    /// Rests for a while, after a failure.
    func rest(now: Double) {
        hasMore = false
        nextTurn = now + Self.rest
    }

    private func forgetTokens(_ now: Double, limit: Int) throws(DatabaseError) -> Int {
        let statements = try statements
        try statements.forgetTokens.bind(now, at: 1)
        try statements.forgetTokens.bind(limit, at: 2)
        try session.run(&statements.forgetTokens)
        return session.changes
    }

    private func forgetAnswers(
        until time: Double, limit: Int
    ) throws(DatabaseError) -> Int {
        let statements = try statements
        var bytes: [Int: Int] = [:]
        var count = 0
        try statements.forgetAnswers.withReset { statement throws(DatabaseError) in
            try statement.bind(time, at: 1)
            try statement.bind(limit, at: 2)
            while try session.step(&statement) {
                count += 1
                bytes[statement.integer(at: 0), default: 0] += statement.integer(at: 1)
            }
        }
        for (owner, bytes) in bytes {
            try statements.makeAnswerRoom.bind(owner, at: 1)
            try statements.makeAnswerRoom.bind(bytes, at: 2)
            try session.run(&statements.makeAnswerRoom)
        }
        return count
    }

    /// Forgets the first entries of the log if they are old; true when there may be more of them.
    ///
    /// A time that is still to come says that the clock was wrong, and nothing about the age of an
    /// entry. But whatever is before an old entry is older than that.
    private func forgetLog(_ now: Double, limit: Int) throws(DatabaseError) -> Bool {
        let forgetter = try forgetter.value
        let isKnown = cut > 0
        let entries = try forgetter.entries(after: isKnown ? 0 : seen, limit: limit)
        // Numbers are given out behind the last one that there is, so that one stays.
        guard let newest = entries.last, let last = try lastEntry() else { return false }
        if !isKnown {
            guard let old = entries.last(where: { $0.changedAt < now - ItemWrite.undoRetention })
            else {
                let isFuture = entries.allSatisfy { $0.changedAt > now }
                seen = isFuture && entries.count == limit ? newest.number : 0
                return seen > 0
            }
            cut = old.number
            guard seen == 0 else { return true }
        }
        let end = entries.firstIndex { $0.number > cut || $0.number == last } ?? entries.count
        let goes = entries[..<end]
        try forgetter.forget(first: goes)
        try release(goes)
        if newest.number >= cut { (cut, seen) = (0, 0) }
        return entries.count == limit
    }

    /// Counts entries out of their owners' history.
    private func release(
        _ entries: ArraySlice<LogForgetter.Entry>
    ) throws(DatabaseError) {
        var bytes: [Int: Int] = [:]
        for entry in entries { bytes[entry.owner, default: 0] += entry.bytes }
        let statements = try statements
        for (owner, bytes) in bytes {
            try statements.release.bind(owner, at: 1)
            try statements.release.bind(bytes, at: 2)
            try session.run(&statements.release)
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
    var forgetTokens: Statement
    var forgetAnswers: Statement
    var makeAnswerRoom: Statement
    var release: Statement
    var lastEntry: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        // A token that has expired is refused wherever it is known: this is no revocation.
        forgetTokens = try session.prepare(
            """
            DELETE FROM tokens WHERE selector IN (\
            SELECT selector FROM tokens INDEXED BY tokens_by_expiry \
            WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
            """)
        forgetAnswers = try session.prepare(
            """
            DELETE FROM answers WHERE (owner, key, method, target) IN (\
            SELECT owner, key, method, target FROM answers INDEXED BY answers_by_time \
            WHERE answered_at <= ?1 ORDER BY answered_at LIMIT ?2) \
            RETURNING owner, coalesce(length(content), 0)
            """)
        makeAnswerRoom = try session.prepare(
            "UPDATE owners SET answer_bytes = max(0, answer_bytes - ?2) WHERE owner = ?1")
        release = try session.prepare(
            "UPDATE owners SET history_bytes = max(0, history_bytes - ?2) WHERE owner = ?1")
        lastEntry = try session.prepare(LogStatements.lastEntrySQL)
    }
}
