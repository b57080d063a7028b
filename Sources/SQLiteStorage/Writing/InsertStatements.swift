import Items
import SQLite

/// The prepared statements that add new items and log that there were none before, some at a time.
final class InsertStatements {
    var items: Statement
    var log: Statement
    private let rows: Int

    /// Statements for up to so many rows, whose parameters follow each other.
    init(_ session: any StorageSession, rows: Int) throws(DatabaseError) {
        self.rows = rows
        items = try session.prepare(
            "INSERT INTO items (\(ItemBinder.columns)) \(Self.values(Int(ItemBinder.count), rows))")
        log = try session.prepare(
            """
            INSERT INTO changes (owner, revision, id, changed_at, was_revision) \
            \(Self.values(Self.logged, rows)) \(WriteStatements.unlessLogged)
            """)
    }

    /// How many parameters a row of the log takes.
    private static let logged = 5

    /// Parameters for so many rows; of more than one, the last says how many there are.
    private static func values(_ columns: Int, _ rows: Int) -> String {
        let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
        guard rows > 1 else { return "VALUES \(row)" }
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "SELECT * FROM (VALUES \(values)) WHERE true LIMIT ?"
    }

    /// Binds what the log says of a new item.
    func bindLog(
        _ item: ToDoItem, of owner: Int, former: Int?, row: Int
    ) throws(DatabaseError) {
        let first = Int32(row * Self.logged)
        try log.bind(owner, at: first + 1)
        try log.bind(item.revision, at: first + 2)
        try log.bind(uuid: item.id, at: first + 3)
        try log.bind(item.updatedAt, at: first + 4)
        try log.bind(former, at: first + 5)
    }

    /// Adds the rows that are bound, the first `count`.
    func run(_ count: Int, _ session: any StorageSession) throws(DatabaseError) {
        guard rows > 1 else {
            try session.run(&items)
            return try session.run(&log)
        }
        try items.bind(count, at: Int32(rows) * ItemBinder.count + 1)
        try session.run(&items)
        try log.bind(count, at: Int32(rows * Self.logged + 1))
        try session.run(&log)
        // Otherwise they keep their texts.
        items.clearBindings()
    }
}
