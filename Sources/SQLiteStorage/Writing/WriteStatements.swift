import SQLite

/// The prepared statements of the one connection that writes.
final class WriteStatements {
    var begin: Statement
    var commit: Statement
    var savepoint: Statement
    var release: Statement
    var rollBackTo: Statement

    var clock: Statement
    var setClock: Statement
    var horizon: Statement
    var find: Statement
    var tombstone: Statement
    var lastPlace: Statement
    var setLastPlace: Statement

    var insert: Statement
    var update: Statement
    var delete: Statement
    var forgetTombstone: Statement
    var addTombstone: Statement
    var logNew: Statement
    var logNothing: Statement
    var logItem: Statement

    var logAll: Statement
    var addAllTombstones: Statement
    var deleteAll: Statement

    var touched: Statement
    var image: Statement
    var former: Statement
    var move: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        begin = try session.prepare("BEGIN IMMEDIATE")
        commit = try session.prepare("COMMIT")
        savepoint = try session.prepare("SAVEPOINT request")
        release = try session.prepare("RELEASE request")
        rollBackTo = try session.prepare("ROLLBACK TO request")

        clock = try session.prepare(
            """
            SELECT revision, searchable_to, epoch FROM owners WHERE owner = ?1 AND leaving = 0
            """)
        setClock = try session.prepare(
            "UPDATE owners SET revision = ?2, stale = stale + ?3 WHERE owner = ?1")
        horizon = try session.prepare("SELECT horizon FROM owners WHERE owner = ?1")
        find = try session.prepare(
            "SELECT \(ItemCard.list) FROM items WHERE owner = ?1 AND id = ?2")
        tombstone = try session.prepare(
            "SELECT revision FROM tombstones WHERE owner = ?1 AND id = ?2")
        lastPlace = try session.prepare("SELECT last FROM places WHERE one = 1")
        setLastPlace = try session.prepare("UPDATE places SET last = ?1 WHERE one = 1")

        insert = try session.prepare(
            """
            INSERT INTO items (owner, \(ItemColumns.list), card) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
            """)
        update = try session.prepare(
            """
            UPDATE items SET title = ?4, description = ?5, timestamp = ?6, place_name = ?7, \
            latitude = ?8, longitude = ?9, done = ?10, created_at = ?11, updated_at = ?12, \
            done_at = ?13, revision = ?14, card = ?15 WHERE owner = ?1 AND place = ?2 AND id = ?3
            """)
        delete = try session.prepare("DELETE FROM items WHERE owner = ?1 AND place = ?2")
        forgetTombstone = try session.prepare(
            "DELETE FROM tombstones WHERE owner = ?1 AND id = ?2")
        addTombstone = try session.prepare(
            """
            INSERT INTO tombstones (place, owner, id, revision, deleted_at) \
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        logNew = try session.prepare(
            """
            INSERT INTO changes (owner, revision, id, changed_at) \
            SELECT owner, revision, id, updated_at FROM items \
            WHERE place >= ?1 AND place < ?2 \(Self.unlessLogged)
            """)
        logNothing = try session.prepare(
            """
            INSERT INTO changes (owner, revision, id, changed_at, was_revision) \
            VALUES (?1, ?2, ?3, ?4, ?5) \(Self.unlessLogged)
            """)
        logItem = try session.prepare("\(Self.logSQL) AND place = ?4 \(Self.unlessLogged)")

        logAll = try session.prepare(Self.logSQL)
        addAllTombstones = try session.prepare(
            """
            INSERT INTO tombstones (place, owner, id, revision, deleted_at) \
            SELECT place, owner, id, ?2, ?3 FROM items WHERE owner = ?1
            """)
        deleteAll = try session.prepare("DELETE FROM items WHERE owner = ?1")

        touched = try session.prepare(
            "SELECT id FROM changes WHERE owner = ?1 AND revision = ?2 ORDER BY id")
        image = try session.prepare(
            """
            SELECT \(ItemColumns.imageList) FROM changes \
            WHERE owner = ?1 AND revision = ?2 AND id = ?3 AND place IS NOT NULL
            """)
        former = try session.prepare(
            "SELECT was_revision FROM changes WHERE owner = ?1 AND revision = ?2 AND id = ?3")
        move = try session.prepare(
            "UPDATE items SET place = ?3 WHERE owner = ?1 AND place = ?2")
    }

    /// A revision that touches an id twice keeps what was there before the first time. (OR IGNORE
    /// would pass over every other rule of the schema as well.)
    private static let unlessLogged = "ON CONFLICT (owner, revision, id) DO NOTHING"

    /// Copies items as they are into the log: owner, revision of the change, time of the change.
    private static let logSQL = """
        INSERT INTO changes (owner, revision, changed_at, id, place, title, description, \
        timestamp, place_name, latitude, longitude, done, created_at, updated_at, done_at, \
        was_revision) \
        SELECT owner, ?2, ?3, id, place, title, description, timestamp, place_name, latitude, \
        longitude, done, created_at, updated_at, done_at, revision \
        FROM items WHERE owner = ?1
        """
}
