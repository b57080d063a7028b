import SQLite
import SQLiteStorage

/// A session that records its started statements.
final class RecordingSession: StorageSession {
    private let session: any StorageSession
    private var begun: [String] = []

    init(_ session: any StorageSession) {
        self.session = session
    }

    /// The number of runs of this statement.
    func ran(_ sql: String) -> Int {
        ran { $0 == sql }
    }

    /// The number of runs of statements that match a condition.
    func ran(where isMeant: (String) -> Bool) -> Int {
        begun.count(where: isMeant)
    }

    var changes: Int { session.changes }
    var isInTransaction: Bool { session.isInTransaction }

    func execute(_ sql: String) throws(DatabaseError) {
        begun.append(sql)
        try session.execute(sql)
    }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try session.prepare(sql)
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        begun.append(statement.sql)
        return try session.step(&statement)
    }
}
