import SQLite
import SQLiteStorage

/// A session that writes down which statements were begun.
final class SpySession: StorageSession {
    private let session: any StorageSession
    private var begun: [String] = []

    init(_ session: any StorageSession) {
        self.session = session
    }

    /// How often this statement was run.
    func ran(_ sql: String) -> Int {
        ran { $0 == sql }
    }

    /// How often statements were run of which that is true.
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

    func define(_ function: String, _ variable: SQLVariable) throws(DatabaseError) {
        try session.define(function, variable)
    }

    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        begun.append(statement.sql)
        return try session.step(&statement)
    }
}

/// Lets a test reach the spy that it has sent into a world.
final class SpyBox {
    private(set) var session: SpySession?

    func spy(on session: Connection) -> any StorageSession {
        let spy = SpySession(session)
        self.session = spy
        return spy
    }
}
