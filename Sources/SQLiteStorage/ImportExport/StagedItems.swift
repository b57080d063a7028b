import Items
import SQLite

/// The staged items of an import, in a temporary table on disk.
final class StagedItems {
    private let session: any StorageSession
    private var insert: Statement
    private var rows: Statement
    private var count = 0

    /// Creates the table, in a transaction that stays open.
    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        // On disk, whatever SQLite's compile-time default is (sqlite.org/tempfiles.html#tempstore).
        try session.execute(
            """
            PRAGMA temp_store = FILE;
            CREATE TEMP TABLE staged (
                number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, title TEXT NOT NULL,
                description TEXT, timestamp REAL, location_name TEXT, latitude REAL,
                longitude REAL, done INTEGER NOT NULL
            );
            BEGIN;
            """)
        insert = try session.prepare(
            """
            INSERT INTO temp.staged (number, id, title, description, timestamp, location_name, \
            latitude, longitude, done) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        rows = try session.prepare(
            """
            SELECT id, title, description, timestamp, location_name, latitude, longitude, done \
            FROM temp.staged ORDER BY number
            """)
    }

    /// Adds an item; throws a UNIQUE violation when its id was added before.
    func add(_ item: NewItem) throws(DatabaseError) {
        count += 1
        let content = item.content
        try insert.bind(count, at: 1)
        try insert.bind(uuid: item.id, at: 2)
        try insert.bind(text: content.title, at: 3)
        try insert.bind(text: content.itemDescription, at: 4)
        try insert.bind(content.timestamp, at: 5)
        try insert.bind(text: content.location?.name, at: 6)
        try insert.bind(content.location?.coordinate?.latitude, at: 7)
        try insert.bind(content.location?.coordinate?.longitude, at: 8)
        try insert.bind(content.done ? 1 : 0, at: 9)
        try session.run(&insert)
    }

    /// The next item in the order of adding; nil at the end.
    func next() throws(DatabaseError) -> NewItem? {
        guard try session.step(&rows) else { return nil }
        let coordinate = try ItemColumns.coordinate(rows, at: 5)
        let location = try rows.optionalString(at: 4).map { name in
            Location(name: name, coordinate: coordinate)
        }
        return NewItem(
            id: try rows.itemID(at: 0),
            content: ItemContent(
                title: try rows.validString(at: 1),
                itemDescription: try rows.optionalString(at: 2),
                timestamp: rows.optionalDouble(at: 3), location: location,
                done: rows.integer(at: 7) != 0))
    }
}
