import Items
import SQLite

/// Erases what is left of owners whose accounts were removed, a little at a time.
///
///     leaving = 1   items, tombstones, log, answers, what searches know of them; then the owner
///
/// In this order, so that every law that `toodoo check` knows holds at any moment. What
/// is left when the process ends is marked as before, and erased after the next start.
///
/// The local owner is there again at once, with another epoch: a server without accounts needs one.
/// Its clock goes on, since such a server may be running and know the former epoch.
package final class Eraser {
    /// So many rows go in one transaction: whoever writes waits for a few milliseconds at most.
    package static let rowsInATurn = 128
    /// An answer can fill thousands of pages.
    private static let answersInATurn = 8
    private static let everything = Int.max - 1

    /// Whether there may be somebody to erase.
    private(set) var hasWork = true

    private let session: any StorageSession
    private let rows: Int
    private var statements: EraseStatements?
    /// The owner who was worked on last.
    private var owner = 0

    init(_ session: any StorageSession, rowsInATurn: Int = Eraser.rowsInATurn) {
        self.session = session
        rows = rowsInATurn
    }

    /// Looks whether somebody is leaving, be it by another process.
    func look() throws(DatabaseError) {
        hasWork =
            try session.integer("SELECT owner FROM owners WHERE leaving = 1 LIMIT 1") != nil
    }

    /// Erases a little, in the transaction that is open.
    func work() throws(DatabaseError) {
        // Each in turn: a damaged page of one must not keep the others.
        var next = try leaver(after: owner)
        if next == nil { next = try leaver(after: 0) }
        guard let next else {
            (hasWork, statements) = (false, nil)
            return
        }
        hasWork = true
        owner = next
        if try eraseAll(within: rows) {
            try finish()
        } else {
            owner -= 1
        }
    }

    /// Erases somebody, or a part of them, in a transaction of its own.
    func turn() throws(DatabaseError) {
        try session.execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            try work()
            try session.execute("COMMIT")
        } catch {
            // The first failure is the one to tell; the transaction ends with
            // the connection at the latest.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    private func leaver(after owner: Int) throws(DatabaseError) -> Int? {
        try session.integer(
            """
            SELECT owner FROM owners INDEXED BY owners_leaving \
            WHERE leaving = 1 AND owner > \(owner) ORDER BY owner LIMIT 1
            """)
    }

    /// Erases up to `limit` rows of the owner, and a few more of answers; true when none are left.
    private func eraseAll(within limit: Int) throws(DatabaseError) -> Bool {
        let statements = try prepared()
        let past = statements.past
        var rest = limit
        rest -= try delete(&statements.items, rest)
        guard rest > 0 else { return false }
        rest -= try past.forgetTombstones(of: owner, upTo: Self.everything, limit: rest)
        guard rest > 0 else { return false }
        rest -= try past.forgetLog(of: owner, upTo: Self.everything, limit: rest)
        guard rest > 0 else { return false }
        let answers = min(Self.answersInATurn, limit)
        guard try past.forgetAnswers(of: owner, until: .infinity, limit: answers) == 0
        else { return false }
        rest -= try delete(&statements.unsearchable, rest)
        // Of trigrams, one run at a time.
        guard rest > 0, try delete(&statements.trigrams, rest) == 0 else { return false }
        return try delete(&statements.terms, rest) == 0
    }

    /// The statements, which are prepared only where somebody leaves.
    private func prepared() throws(DatabaseError) -> EraseStatements {
        if let statements { return statements }
        let new = try EraseStatements(session)
        statements = new
        return new
    }

    private func delete(_ statement: inout Statement, _ limit: Int) throws(DatabaseError) -> Int {
        try statement.bind(owner, at: 1)
        try statement.bind(limit, at: 2)
        try session.run(&statement)
        return session.changes
    }

    private func finish() throws(DatabaseError) {
        guard owner == Owner.localKey else {
            return try session.execute("DELETE FROM owners WHERE owner = \(owner)")
        }
        var random = SystemRandomNumberGenerator()
        var renew = try session.prepare(
            """
            UPDATE owners SET epoch = ?2, revision = revision + 1, horizon = revision + 1, \
            answer_bytes = 0, last_run = 0, searchable_to = 0, stale = 0, runs = x'', newest = x'', \
            leaving = 0 WHERE owner = ?1
            """)
        try renew.bind(owner, at: 1)
        try renew.bind(text: Owner.makeEpoch(random.next()), at: 2)
        try session.run(&renew)
        // The numbers of runs begin anew, and the new ones would be taken for old.
        try session.execute("DELETE FROM renewals WHERE owner = \(owner)")
    }
}
