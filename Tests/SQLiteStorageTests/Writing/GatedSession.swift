import Dispatch
import SQLite
import SQLiteStorage

/// A session that stops before each COMMIT until the test continues it, like a slow disk.
final class GatedSession: StorageSession {
    /// The test's control of the session.
    struct Gate: Sendable {
        private let arrived = DispatchSemaphore(value: 0)
        private let open = DispatchSemaphore(value: 0)

        /// Waits until a batch is about to commit.
        func waitForCommit() { arrived.wait() }

        /// Lets `count` commits continue.
        func letGo(_ count: Int = 1) {
            for _ in 0..<count { open.signal() }
        }

        fileprivate func pass() {
            arrived.signal()
            open.wait()
        }
    }

    let gate = Gate()
    private let session: any StorageSession

    init(_ session: any StorageSession) {
        self.session = session
    }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) {
        try session.execute(sql)
    }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try session.prepare(sql)
    }

    func define(_ function: String, _ variable: SQLVariable) throws(DatabaseError) {
        try session.define(function, variable)
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        if statement.sql == "COMMIT" { gate.pass() }
        return try session.step(&statement)
    }
}
