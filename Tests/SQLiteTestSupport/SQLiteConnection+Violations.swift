package import SQLite
import SQLiteStorage

extension SQLiteConnection {
    /// The findings of `toodoo check` in this database; every test expects none.
    package func violations() -> [String] {
        DatabaseCheck.run(self).findings.map { "\($0)" }
    }

    /// The rows of a query, with the columns as SQLite's text, separated by bars.
    package func rows(_ sql: String, columns: Int32) throws -> [String] {
        var rows: [String] = []
        var statement = try prepare(sql)
        while try statement.step() {
            rows.append(
                (0..<columns).map {
                    statement.isNull(at: $0) ? "-" : statement.string(at: $0)
                }.joined(separator: "|"))
        }
        return rows
    }
}
