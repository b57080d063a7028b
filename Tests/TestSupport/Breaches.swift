package import SQLite
import SQLiteStorage

/// What must be true of a database at any moment, and what it is called when it is not.
private let laws = [
    "an item is ahead of the clock": """
    SELECT count(*) FROM items JOIN owners USING (owner) WHERE items.revision > owners.revision
    """,
    "a tombstone is ahead of the clock": """
    SELECT count(*) FROM tombstones JOIN owners USING (owner)
    WHERE tombstones.revision > owners.revision
    """,
    "the log is ahead of the clock": """
    SELECT count(*) FROM changes JOIN owners USING (owner)
    WHERE changes.revision > owners.revision
    """,
    "an item is not in the log at its revision": """
    SELECT count(*) FROM items WHERE NOT EXISTS (
        SELECT 1 FROM changes
        WHERE changes.owner = items.owner AND changes.revision = items.revision
        AND changes.id = items.id)
    """,
    "a tombstone is not in the log at its revision": """
    SELECT count(*) FROM tombstones WHERE NOT EXISTS (
        SELECT 1 FROM changes
        WHERE changes.owner = tombstones.owner AND changes.revision = tombstones.revision
        AND changes.id = tombstones.id AND changes.place = tombstones.place)
    """,
    "a revision is missing in the log": """
    SELECT count(*) FROM owners WHERE revision <> (
        SELECT count(DISTINCT revision) FROM changes WHERE changes.owner = owners.owner)
    """,
    "an image is not of an earlier revision": """
    SELECT count(*) FROM changes WHERE was_revision >= revision
    """,
    "an image leads to a revision that did not touch the item": """
    SELECT count(*) FROM changes AS later WHERE was_revision IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM changes AS earlier WHERE earlier.owner = later.owner
        AND earlier.revision = later.was_revision AND earlier.id = later.id)
    """,
    "an id is both there and deleted": """
    SELECT count(*) FROM items JOIN tombstones USING (owner, id)
    """,
    "a place is taken twice": """
    SELECT count(*) FROM items JOIN tombstones USING (place)
    """,
    "a reference is dangling": "SELECT count(*) FROM pragma_foreign_key_check",
    "the file is damaged": """
    SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'
    """,
]

extension Connection {
    /// The laws that do not hold in this database; none is what every test expects.
    package func breaches() throws -> [String] {
        try laws.filter { try integer($0.value) != 0 }.keys.sorted()
    }

    /// Every row of an answer, its columns as SQLite writes them, with bars between them.
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
