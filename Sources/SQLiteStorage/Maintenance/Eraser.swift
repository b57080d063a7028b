import Items
import SQLite

/// Erases the rows of owners whose accounts were removed, in steps.
///
///     leaving = 1   log, items with their reminders, details, ids, marks, answers; then the owner
///
/// After a restart it continues, because `leaving` is stored.
///
/// The local owner stays, with another epoch, because a server without accounts needs it. Its
/// revision increases, because a running server may still use the old epoch.
package final class Eraser {
    /// The rows erased in one transaction, which delays writes by a few milliseconds at most.
    package static let rowsPerStep = 128
    /// Fewer, because the content of one response can fill thousands of pages.
    private static let responsesPerStep = 8

    /// Whether an owner may be leaving.
    private(set) var hasWork = true

    private let session: any StorageSession
    private let rows: Int
    private var statements: EraseStatements?
    /// The owner of the last step.
    private var owner = 0

    init(_ session: any StorageSession, rowsPerStep: Int = Eraser.rowsPerStep) {
        self.session = session
        rows = rowsPerStep
    }

    /// Checks whether an owner is leaving, including by another process.
    func checkForWork() throws(DatabaseError) {
        hasWork =
            try session.integer("SELECT owner FROM owners WHERE leaving = 1 LIMIT 1") != nil
    }

    /// Erases some rows in the open transaction.
    func eraseStep() throws(DatabaseError) {
        // Owners take turns, so a damaged page of one does not block the others.
        var next = try leavingOwner(after: owner)
        if next == nil { next = try leavingOwner(after: 0) }
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

    /// Runs one step in a transaction of its own.
    func runStep() throws(DatabaseError) {
        try session.execute("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            try eraseStep()
            try session.execute("COMMIT")
        } catch {
            // The first failure is reported; the transaction ends with the connection at the
            // latest.
            if session.isInTransaction { try? session.execute("ROLLBACK") }
            throw error
        }
    }

    private func leavingOwner(after owner: Int) throws(DatabaseError) -> Int? {
        try session.integer(
            """
            SELECT owner FROM owners INDEXED BY owners_leaving \
            WHERE leaving = 1 AND owner > \(owner) ORDER BY owner LIMIT 1
            """)
    }

    /// Erases up to `limit` rows of the owner, and a few more of answers; true when none are left.
    private func eraseAll(within limit: Int) throws(DatabaseError) -> Bool {
        let statements = try prepared()
        var rest = limit
        rest -= try eraseLog(rest, statements)
        guard rest > 0 else { return false }
        let slots = Slot.range(of: owner)
        _ = try delete(&statements.reminders, slots, rest)
        rest -= try delete(&statements.items, slots, rest)
        guard rest > 0 else { return false }
        rest -= try delete(&statements.details, slots, rest)
        guard rest > 0 else { return false }
        rest -= try delete(&statements.ids, rest)
        guard rest > 0 else { return false }
        rest -= try delete(&statements.marks, rest)
        guard rest > 0 else { return false }
        return try delete(&statements.answers, min(Self.responsesPerStep, limit)) == 0
    }

    /// Erases log entries, the newest first, because each leads to the previous one.
    private func eraseLog(
        _ limit: Int, _ statements: EraseStatements
    ) throws(DatabaseError) -> Int {
        var number =
            try session.integer("SELECT last_entry FROM owners WHERE owner = \(owner)") ?? 0
        var count = 0
        if number > 0 { try statements.logEntries.keepLastNumber() }
        while count < limit, let entry = try statements.logEntries.entry(number, of: owner) {
            try statements.logEntries.delete(entry)
            number = entry.previous
            count += 1
        }
        if count > 0 {
            try session.execute("UPDATE owners SET last_entry = \(number) WHERE owner = \(owner)")
        }
        return count
    }

    /// The statements, prepared when the first owner leaves.
    private func prepared() throws(DatabaseError) -> EraseStatements {
        if let statements { return statements }
        let new = try EraseStatements(session)
        statements = new
        return new
    }

    private func delete(
        _ statement: inout Statement, _ slots: Range<Int>, _ limit: Int
    ) throws(DatabaseError) -> Int {
        try statement.bind(slots.lowerBound, at: 1)
        try statement.bind(slots.upperBound, at: 2)
        try statement.bind(limit, at: 3)
        try session.run(&statement)
        return session.changes
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
            UPDATE owners SET epoch = ?2, revision = revision + 1, last_entry = 0, unmarked = 0, \
            item_count = 0, item_bytes = 0, history_bytes = 0, answer_bytes = 0, leaving = 0 WHERE owner = ?1
            """)
        try renew.bind(owner, at: 1)
        try renew.bind(text: Owner.makeEpoch(random.next()), at: 2)
        try session.run(&renew)
    }
}

/// The prepared statements that erase an owner's rows.
private final class EraseStatements {
    let logEntries: LogEntryDeletion
    var reminders: Statement
    var items: Statement
    var details: Statement
    var ids: Statement
    var marks: Statement
    var answers: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        logEntries = try LogEntryDeletion(session)
        // Those of the items that are deleted next.
        reminders = try session.prepare(
            """
            DELETE FROM reminders WHERE (at, owner, sequence) IN (\
            SELECT timestamp - 60.0 * remind, number >> 32, number & 2147483647 \
            FROM items CROSS JOIN details ON number = slot WHERE slot >= ?1 AND slot < coalesce((\
            SELECT slot FROM items WHERE slot >= ?1 AND slot < ?2 \
            ORDER BY slot LIMIT 1 OFFSET ?3), ?2) AND remind IS NOT NULL)
            """)
        items = try session.prepare(
            """
            DELETE FROM items WHERE slot IN (\
            SELECT slot FROM items WHERE slot >= ?1 AND slot < ?2 ORDER BY slot LIMIT ?3)
            """)
        details = try session.prepare(
            """
            DELETE FROM details WHERE number IN (\
            SELECT number FROM details WHERE number >= ?1 AND number < ?2 \
            ORDER BY number LIMIT ?3)
            """)
        ids = try session.prepare(
            """
            DELETE FROM ids WHERE owner = ?1 AND id <= coalesce((\
            SELECT id FROM ids WHERE owner = ?1 ORDER BY id LIMIT 1 OFFSET ?2 - 1), \
            x'ffffffffffffffffffffffffffffffffff')
            """)
        marks = try session.prepare(
            """
            DELETE FROM marks WHERE owner = ?1 AND (revision, entry) IN (\
            SELECT revision, entry FROM marks WHERE owner = ?1 ORDER BY revision, entry LIMIT ?2)
            """)
        answers = try session.prepare(
            """
            DELETE FROM answers WHERE owner = ?1 AND (key, method, target) IN (\
            SELECT key, method, target FROM answers WHERE owner = ?1 LIMIT ?2)
            """)
    }
}
