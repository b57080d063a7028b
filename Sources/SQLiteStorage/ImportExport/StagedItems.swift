import Items
import SQLite

/// The staged items of an import, in a temporary table on disk.
final class StagedItems {
    private let session: SQLiteConnection
    private var insert: Statement
    private var rows: Statement
    private var count = 0

    /// Creates the table on a separate connection, in a transaction that stays open.
    init() throws(DatabaseError) {
        session = try SQLiteConnection.open(":memory:", .readWriteCreate)
        // On disk, whatever SQLite's compile-time default is (sqlite.org/tempfiles.html#tempstore).
        try session.execute(
            """
            PRAGMA temp_store = FILE;
            CREATE TEMP TABLE staged (
                number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, done INTEGER NOT NULL,
                \(SQLiteContentColumn.names.list)
            );
            BEGIN;
            """)
        let names = ["number", "id", "done"] + SQLiteContentColumn.names
        insert = try session.prepare(
            "INSERT INTO temp.staged (\(names.list)) VALUES (\(names.parameters))")
        rows = try session.prepare("SELECT \(names.list) FROM temp.staged ORDER BY number")
    }

    /// The first column of the content.
    private static let content: Int32 = 3

    /// Adds an item; throws a violated UNIQUE constraint if its id was added before.
    func add(_ item: NewItem) throws(DatabaseError) {
        count += 1
        try insert.bind(count, at: 1)
        try insert.bind(uuid: item.id, at: 2)
        try insert.bind(item.content.done ? 1 : 0, at: 3)
        try SQLiteContentColumn.bind(.all, of: item.content, to: &insert, from: 1 + Self.content)
        try session.run(&insert)
    }

    /// The next item in the order of adding; nil at the end.
    func next() throws(DatabaseError) -> NewItem? {
        guard try session.step(&rows) else { return nil }
        var content = ItemContent(title: "", done: rows.integer(at: 2) != 0)
        try SQLiteContentColumn.read(.all, of: &content, from: rows, at: Self.content)
        return NewItem(id: try rows.itemID(at: 1), content: content)
    }
}
