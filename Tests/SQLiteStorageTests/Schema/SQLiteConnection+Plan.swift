import SQLite

extension SQLiteConnection {
    /// SQLite's query plan, one line for each step (sqlite.org/eqp.html).
    func plan(_ sql: String) throws -> [String] {
        var steps: [String] = []
        var statement = try prepare("EXPLAIN QUERY PLAN \(sql)")
        while try statement.step() { steps.append(statement.string(at: 3)) }
        return steps
    }
}
