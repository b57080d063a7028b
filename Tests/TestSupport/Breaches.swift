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
    SELECT count(*) FROM items JOIN owners USING (owner)
    WHERE items.revision > horizon AND NOT EXISTS (
        SELECT 1 FROM changes
        WHERE changes.owner = items.owner AND changes.revision = items.revision
        AND changes.id = items.id)
    """,
    "a tombstone is not in the log at its revision": """
    SELECT count(*) FROM tombstones JOIN owners USING (owner)
    WHERE tombstones.revision > horizon AND NOT EXISTS (
        SELECT 1 FROM changes
        WHERE changes.owner = tombstones.owner AND changes.revision = tombstones.revision
        AND changes.id = tombstones.id)
    """,
    "a revision is missing in the log": """
    SELECT count(*) FROM owners WHERE revision - horizon <> (
        SELECT count(DISTINCT revision) FROM changes
        WHERE changes.owner = owners.owner AND changes.revision > horizon)
    """,
    "an image is not of an earlier revision": """
    SELECT count(*) FROM changes WHERE was_revision >= revision
    """,
    "a change leads to a revision that did not touch the item": """
    SELECT count(*) FROM changes AS later JOIN owners USING (owner)
    WHERE was_revision > horizon AND NOT EXISTS (
        SELECT 1 FROM changes AS earlier WHERE earlier.owner = later.owner
        AND earlier.revision = later.was_revision AND earlier.id = later.id)
    """,
    "a change does not lead to the one before it": """
    SELECT count(*) FROM (
        SELECT owner, was_revision, lag(changes.revision) OVER (
            PARTITION BY owner, id ORDER BY changes.revision) AS earlier
        FROM changes) JOIN owners USING (owner)
    WHERE earlier > horizon AND was_revision IS NOT earlier
    """,
    "the last change of an id is not of its item or tombstone": """
    SELECT count(*) FROM (
        SELECT owner, id AS touched, max(revision) AS last FROM changes GROUP BY owner, id)
    JOIN owners USING (owner)
    WHERE last > horizon AND last IS NOT coalesce(
        (SELECT revision FROM items WHERE items.owner = owners.owner AND id = touched),
        (SELECT revision FROM tombstones WHERE tombstones.owner = owners.owner AND id = touched))
    """,
    "an id is both there and deleted": """
    SELECT count(*) FROM items JOIN tombstones USING (owner, id)
    """,
    "a place is taken twice": """
    SELECT count(*) FROM items JOIN tombstones USING (place)
    """,
    "the kept answers are miscounted": """
    SELECT count(*) FROM owners WHERE answer_bytes <> (
        SELECT coalesce(sum(length(content)), 0) FROM answers WHERE answers.owner = owners.owner)
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
