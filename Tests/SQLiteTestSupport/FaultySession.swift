package import SQLite
package import SQLiteStorage

/// A session that fails at the n-th step, as with a full or broken disk, a lock, or a damaged file.
package final class FaultySession: StorageSession {
    /// The number of steps that still succeed; nil for all.
    package var stepsLeft: Int?
    /// The number of requested steps.
    package private(set) var steps = 0
    private let session: any StorageSession
    private let fault: DatabaseError
    private let takesTransaction: Bool

    /// A session that uses `session`, and fails once with `fault`.
    ///
    /// With `takesTransaction` the failure also ends the open transaction, as SQLite does when the
    /// disk is full or broken (sqlite.org/lang_transaction.html).
    package init(_ session: any StorageSession, fault: DatabaseError, takesTransaction: Bool) {
        self.session = session
        self.fault = fault
        self.takesTransaction = takesTransaction
    }

    package var changes: Int { session.changes }
    package var isInTransaction: Bool { session.isInTransaction }

    package func execute(_ sql: String) throws(DatabaseError) {
        try count()
        try session.execute(sql)
    }

    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try session.prepare(sql)
    }

    package func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        do throws(DatabaseError) {
            try count()
        } catch {
            try statement.reset()
            throw error
        }
        return try session.step(&statement)
    }

    private func count() throws(DatabaseError) {
        steps += 1
        guard let left = stepsLeft else { return }
        stepsLeft = left > 0 ? left - 1 : nil
        guard left == 0 else { return }
        if takesTransaction, session.isInTransaction { try session.execute("ROLLBACK") }
        throw fault
    }
}
