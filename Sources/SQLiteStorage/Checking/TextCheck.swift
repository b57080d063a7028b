import SQLite
import Storage

/// Checks that every text is UTF-8, as reads demand: SQLite stores any bytes as a text.
struct TextCheck {
    static let description = "every text is UTF-8"

    let session: any StorageSession
    let progress: (CheckProgress) -> Void

    /// The number of texts that are not, and the first one.
    func violations() throws(DatabaseError) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        var checked = 0
        for table in try tables() {
            let columns = try columns(of: table.name)
            guard !columns.isEmpty else { continue }
            let key = table.hasRowID ? "rowid" : "NULL"
            var rows = try session.prepare(
                "SELECT \(key), \(columns.joined(separator: ", ")) FROM \(table.name)")
            while try session.step(&rows) {
                checked += 1
                progress(.texts(checked))
                for (index, column) in columns.enumerated() where !isUTF8(rows, Int32(index + 1)) {
                    if count == 0 {
                        let row = table.hasRowID ? ", row \(rows.integer(at: 0))" : ""
                        example = "\(table.name)\(row), \(column)"
                    }
                    count += 1
                }
            }
        }
        return (count, example)
    }

    private func isUTF8(_ row: borrowing Statement, _ column: Int32) -> Bool {
        (try? UTF8Span(validating: row.text(at: column))) != nil
    }

    private func tables() throws(DatabaseError) -> [(name: String, hasRowID: Bool)] {
        var tables: [(name: String, hasRowID: Bool)] = []
        var statement = try session.prepare(
            """
            SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
            AND name NOT LIKE 'sqlite%' ORDER BY name
            """)
        while try session.step(&statement) {
            tables.append((statement.string(at: 0), statement.integer(at: 1) == 0))
        }
        return tables
    }

    private func columns(of table: String) throws(DatabaseError) -> [String] {
        var columns: [String] = []
        var statement = try session.prepare(
            "SELECT name FROM pragma_table_info(?1) WHERE type = 'TEXT' ORDER BY cid")
        try statement.bind(text: table, at: 1)
        while try session.step(&statement) { columns.append(statement.string(at: 0)) }
        return columns
    }
}
