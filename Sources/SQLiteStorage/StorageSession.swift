package import SQLite
package import Storage

/// The interface through which storage runs SQL.
///
/// In production it is a connection; tests use one in memory, or one that fails at the n-th step.
package protocol StorageSession: AnyObject, DatabaseSession
where Failure == DatabaseError, Row == StatementRow {
    /// Runs statements whose rows are ignored.
    func execute(_ sql: String) throws(DatabaseError)
    /// Compiles one statement, which lives as long as the result.
    func prepare(_ sql: String) throws(DatabaseError) -> Statement
    /// Steps the statement; true when it is on a row.
    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool
    /// Runs a COMMIT, with fewer system calls than `run`.
    func commit(_ statement: inout Statement) throws(DatabaseError)
    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    var changes: Int { get }
    var isInTransaction: Bool { get }
    /// The page cache hits and misses since the last call.
    func takeCacheCounts() -> (hits: Int, misses: Int)
}

/// Makes a session when one is needed.
package typealias SessionFactory = () throws(DatabaseError) -> any StorageSession

extension SQLiteConnection: StorageSession {
    package func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        try statement.step()
    }
}

extension StorageSession {
    /// Runs a statement whose rows are ignored; afterwards, also after an error, it can run again.
    func run(_ statement: inout Statement) throws(DatabaseError) {
        while try step(&statement) {}
    }

    package func commit(_ statement: inout Statement) throws(DatabaseError) {
        try run(&statement)
    }

    // Only a connection has a cache.
    package func takeCacheCounts() -> (hits: Int, misses: Int) { (0, 0) }

    /// Prepares and runs a statement once; its rows are ignored.
    func run(
        _ sql: String, _ bind: (inout Statement) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        var statement = try prepare(sql)
        try bind(&statement)
        try run(&statement)
    }

    /// Prepares a statement and passes it to `body`.
    func query<Value>(
        _ sql: String, _ body: (inout Statement) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        var statement = try prepare(sql)
        return try body(&statement)
    }

    /// Prepares a statement and reads one integer.
    package func integer(_ sql: String) throws(DatabaseError) -> Int? {
        var statement = try prepare(sql)
        guard try step(&statement), !statement.isNull(at: 0) else { return nil }
        return statement.integer(at: 0)
    }
}
