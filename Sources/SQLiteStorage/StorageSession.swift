package import SQLite

/// What storage gets its database work done by: the one way to run SQL.
///
/// In production this is a connection; in tests it may be one in memory, or
/// one that fails at the n-th step.
package protocol StorageSession: AnyObject {
    /// Runs statements that answer nothing.
    func execute(_ sql: String) throws(DatabaseError)
    /// Compiles one statement for as long as it is held.
    func prepare(_ sql: String) throws(DatabaseError) -> Statement
    /// Makes a function of SQL that answers with the number.
    func define(_ function: String, _ variable: SQLVariable) throws(DatabaseError)
    /// Takes the statement one step; true when it stands on a row.
    func step(_ statement: inout Statement) throws(DatabaseError) -> Bool
    /// Runs a COMMIT; it may be run like any other statement, but so it makes fewer calls.
    func commit(_ statement: inout Statement) throws(DatabaseError)
    /// How many rows the last INSERT, UPDATE or DELETE touched.
    var changes: Int { get }
    /// Whether a transaction is open.
    var isInTransaction: Bool { get }
    /// How many pages were found in memory, and how many had to be read, since this was last asked.
    func takeCacheCounts() -> (hits: Int, misses: Int)
}

/// Makes a session when one is needed.
package typealias SessionFactory = () throws(DatabaseError) -> any StorageSession

extension Connection: StorageSession {
    package func step(_ statement: inout Statement) throws(DatabaseError) -> Bool {
        try statement.step()
    }
}

extension StorageSession {
    /// Runs a statement that answers nothing; at its end, and after an
    /// error, it is ready for the next time.
    func run(_ statement: inout Statement) throws(DatabaseError) {
        while try step(&statement) {}
    }

    package func commit(_ statement: inout Statement) throws(DatabaseError) {
        try run(&statement)
    }

    // Only a connection has a cache.
    package func takeCacheCounts() -> (hits: Int, misses: Int) { (0, 0) }

    /// Runs a statement made for the occasion that answers nothing.
    func run(
        _ sql: String, _ bind: (inout Statement) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        var statement = try prepare(sql)
        try bind(&statement)
        try run(&statement)
    }

    /// Asks a statement made for the occasion.
    func query<Value>(
        _ sql: String, _ body: (inout Statement) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        var statement = try prepare(sql)
        return try body(&statement)
    }

    /// Reads one integer with a statement made for the occasion.
    package func integer(_ sql: String) throws(DatabaseError) -> Int? {
        var statement = try prepare(sql)
        guard try step(&statement), !statement.isNull(at: 0) else { return nil }
        return statement.integer(at: 0)
    }
}
