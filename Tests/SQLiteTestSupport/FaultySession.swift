package import SQLite
package import SQLiteStorage

/// A session that fails at the n-th step: a full disk, a broken one, a
/// lock, a damaged file, at any moment.
package final class FaultySession: StorageSession {
    /// Steps that still go well; nil for as many as come.
    package var stepsLeft: Int?
    /// How many steps were asked for.
    package private(set) var steps = 0
    private let session: any StorageSession
    private let fault: DatabaseError
    private let takesTransaction: Bool

    /// A session that works by `session` until it fails with `fault`, once.
    ///
    /// With `takesTransaction` the failure ends the open transaction as well, as SQLite does when
    /// the disk is full or broken (sqlite.org/lang_transaction.html).
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

    package func define(_ function: String, _ variable: SQLVariable) throws(DatabaseError) {
        try session.define(function, variable)
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
