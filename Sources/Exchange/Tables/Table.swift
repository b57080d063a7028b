/// A table with named columns.
struct Table {
    /// The names in the row that has them.
    let columns: [String]
    private var rows: CSVReader

    /// More columns are in no list of tasks; they would cost memory in each row.
    static let maximumColumns = 1_000

    /// The table whose columns are named in the first row.
    init(_ text: [UInt8]) throws(ImportFault) {
        var rows = CSVReader(text)
        self.init(columns: try Self.columns(&rows) ?? [], rows: rows)
    }

    /// The table after a row of names.
    init(columns: [String], rows: CSVReader) {
        self.columns = columns
        self.rows = rows
    }

    /// A row of names; nil at the end.
    static func columns(_ rows: inout CSVReader) throws(ImportFault) -> [String]? {
        guard let row = try rows.next(fields: maximumColumns) else { return nil }
        guard !row.hasMore else { throw .tooManyColumns(limit: maximumColumns) }
        return row.fields
    }

    /// The next row that is not empty; nil at the end.
    mutating func next() throws(ImportFault) -> CSVRow? {
        while let row = try rows.next(fields: columns.count) {
            if !row.isEmpty { return row }
        }
        return nil
    }

    /// The first column of this name.
    func column(_ name: String) -> Int? { columns.firstIndex(of: name) }
}

/// The columns of a table that no member takes, which are told once, where they are first not empty.
struct UnknownColumns {
    private let columns: [String]
    private var untold: [Int]

    /// The columns of a table but those that are known.
    init(_ table: Table, but known: [Int?]) {
        columns = table.columns
        untold = columns.indices.filter { !known.contains($0) }
    }

    /// The columns of a table but those with these names.
    init(_ table: Table, but known: [String]) {
        self.init(table, but: known.map { table.column($0) })
    }

    /// Tells those that are not empty in the row of an item.
    mutating func tell(_ row: CSVRow, _ draft: inout ItemDraft) {
        untold.removeAll { column in
            guard !row[column].isEmpty else { return false }
            draft.lose(columns[column], row[column], at: column)
            return true
        }
    }
}
