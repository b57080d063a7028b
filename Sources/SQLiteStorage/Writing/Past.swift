import Items
import SQLite

/// What is remembered of an owner's writes, and how a part of it is
/// forgotten: the log, the tombstones, the kept answers.
final class Past {
    private let session: any StorageSession
    private let statements: PastStatements

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        statements = try PastStatements(session)
    }

    /// Forgets changes up to and with a revision, the oldest first; returns how many.
    func forgetLog(
        of owner: Int, upTo horizon: Int, limit: Int
    ) throws(DatabaseError) -> Int {
        // As ranges, since SQLite would look for a list of keys column by column.
        var end: (revision: Int, id: ItemID)?
        try statements.logEnd.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(horizon, at: 2)
            try statement.bind(limit, at: 3)
            guard try session.step(&statement) else { return }
            end = (try statement.counter(at: 0), try statement.itemID(at: 1))
        }
        try statements.forgetRevisions.bind(owner, at: 1)
        try statements.forgetRevisions.bind(end?.revision ?? horizon + 1, at: 2)
        try session.run(&statements.forgetRevisions)
        let count = session.changes
        guard let end else { return count }
        try statements.forgetPart.bind(owner, at: 1)
        try statements.forgetPart.bind(end.revision, at: 2)
        try statements.forgetPart.bind(uuid: end.id, at: 3)
        try session.run(&statements.forgetPart)
        return count + session.changes
    }

    /// Forgets tombstones up to and with a revision, the oldest first; returns how many.
    func forgetTombstones(
        of owner: Int, upTo horizon: Int, limit: Int
    ) throws(DatabaseError) -> Int {
        try statements.forgetTombstones.bind(owner, at: 1)
        try statements.forgetTombstones.bind(horizon, at: 2)
        try statements.forgetTombstones.bind(limit, at: 3)
        try session.run(&statements.forgetTombstones)
        return session.changes
    }

    /// Forgets answers from before or at that time, the oldest first, and a
    /// few more than `limit` when they have the same time; returns how many.
    func forgetAnswers(
        of owner: Int, until time: Double, limit: Int
    ) throws(DatabaseError) -> Int {
        // Those of one batch have one time, and go together.
        let last = try statements.answersEnd.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(time, at: 2)
            try statement.bind(limit - 1, at: 3)
            return try session.step(&statement) ? statement.double(at: 0) : time
        }
        var count = 0
        var bytes = 0
        try statements.forgetAnswers.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(last, at: 2)
            while try session.step(&statement) {
                count += 1
                bytes += statement.integer(at: 0)
            }
        }
        guard count > 0 else { return 0 }
        try statements.makeRoom.bind(owner, at: 1)
        try statements.makeRoom.bind(bytes, at: 2)
        try session.run(&statements.makeRoom)
        return count
    }
}
