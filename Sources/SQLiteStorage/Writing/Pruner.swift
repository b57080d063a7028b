import Items
import SQLite

/// Forgets what is old, a little at a time, in the transactions of the writes that come anyway.
///
///     the owner's log   1 … 40 │ 41 42 …        one owner after the other
///                       horizon┘
///
/// First the horizon moves, then what lies behind it goes, and nobody is promised that it is still
/// there. There is no timer: where nobody writes, nothing grows.
final class Pruner {
    /// How much is done when a second has passed since the last time.
    static let rowsInATurn = 256
    /// How many owners are looked at then.
    private static let ownersInATurn = 8
    /// How long it rests after a failure, in seconds.
    private static let rest = 60.0

    private let session: any StorageSession
    private let prunes: Deferred<PruneStatements>
    private let pasts: Deferred<Past>
    private var owner = 0
    /// At whom a turn has failed. Each of them has one alone, for it is taken back as a whole.
    private var failed: Set<Int> = []
    /// By owner, up to where nothing but changes with a time to come was
    /// found behind the horizon, and the first of these times.
    private var passed: [Int: (revision: Int, future: Double)] = [:]
    private var nextTurn = -Double.infinity
    /// Whether the last time ended before all that is old was gone.
    private var hasMore = false

    init(_ session: any StorageSession) {
        self.session = session
        prunes = Deferred(session, PruneStatements.init)
        pasts = Deferred(session, Past.init)
    }

    private var statements: PruneStatements {
        get throws(DatabaseError) { try prunes.value }
    }
    private var past: Past {
        get throws(DatabaseError) { try pasts.value }
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
        try forget(now, &budget)
    }

    /// To be called when what it has done was taken back, whoever failed.
    func startOver() { passed.removeAll() }

    /// Rests for a while, after a failure.
    func rest(now: Double) {
        hasMore = false
        nextTurn = now + Self.rest
    }

    private func forget(_ now: Double, _ budget: inout Int) throws(DatabaseError) {
        hasMore = true
        budget -= try forgetTokens(now, limit: budget)
        guard budget > 0 else { return }
        for place in 0..<Self.ownersInATurn {
            guard let next = try nextOwner() else {
                owner = 0
                hasMore = false
                return
            }
            if place > 0, failed.contains(next) { break }
            let last = owner
            // Before anything can fail: damage to one owner must not keep the others waiting.
            owner = next
            do throws(DatabaseError) {
                try forget(of: next, now, &budget)
            } catch {
                failed.insert(next)
                throw error
            }
            failed.remove(next)
            guard budget > 0 else {
                owner = last
                return
            }
        }
        hasMore = false
    }

    private func forget(
        of owner: Int, _ now: Double, _ budget: inout Int
    ) throws(DatabaseError) {
        let horizon = try moveHorizon(of: owner, from: horizon(of: owner), now, &budget)
        guard budget > 0 else { return }
        budget -= try past.forgetLog(of: owner, upTo: horizon, limit: budget)
        guard budget > 0 else { return }
        budget -= try past.forgetTombstones(of: owner, upTo: horizon, limit: budget)
        guard budget > 0 else { return }
        budget -= try past.forgetAnswers(
            of: owner, until: now - KeptRequest.lifetime, limit: budget)
    }

    private func forgetTokens(_ now: Double, limit: Int) throws(DatabaseError) -> Int {
        try statements.forgetTokens.bind(now, at: 1)
        try statements.forgetTokens.bind(limit, at: 2)
        try session.run(&statements.forgetTokens)
        return session.changes
    }

    /// The first owner after the last one.
    private func nextOwner() throws(DatabaseError) -> Int? {
        try statements.nextOwner.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            return try session.step(&statement) ? statement.integer(at: 0) : nil
        }
    }

    private func horizon(of owner: Int) throws(DatabaseError) -> Int {
        try statements.horizon.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
    }

    /// Moves the horizon over what is older than 30 days, up to the first revision that is not.
    ///
    /// A time that is still to come says that the clock was wrong, and nothing about the age of a
    /// change. But whatever is before an old change is older than that.
    private func moveHorizon(
        of owner: Int, from horizon: Int, _ now: Double, _ budget: inout Int
    ) throws(DatabaseError) -> Int {
        var new = horizon
        var seen = horizon
        var future = Double.infinity
        // Once such a time has come, it may be true, and the change as young as it says.
        if let former = passed[owner], now < former.future, former.revision > horizon {
            (seen, future) = former
        }
        while budget > 0, let (revision, time) = try nextRevision(of: owner, after: seen) {
            budget -= 1
            let isOld = time < now - ItemWrite.memory
            guard isOld || time > now else { break }
            seen = revision
            if isOld { new = revision } else { future = min(future, time) }
        }
        passed[owner] = seen > new ? (seen, future) : nil
        guard new > horizon else { return horizon }
        try statements.setHorizon.bind(owner, at: 1)
        try statements.setHorizon.bind(new, at: 2)
        try session.run(&statements.setHorizon)
        return new
    }

    private func nextRevision(
        of owner: Int, after revision: Int
    ) throws(DatabaseError) -> (revision: Int, time: Double)? {
        try statements.nextRevision.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(revision, at: 2)
            guard try session.step(&statement) else { return nil }
            return (try statement.counter(at: 0), statement.double(at: 1))
        }
    }
}
