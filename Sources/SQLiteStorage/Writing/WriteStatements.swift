import SQLite

/// The prepared statements of the writer's connection.
final class WriteStatements {
    var begin: Statement
    var commit: Statement

    var owner: Statement
    var setOwner: Statement

    var sequence: Statement
    var item: Statement
    var slotRange: Statement
    var tombstone: Statement

    var insert: Statement
    var update: Statement
    var delete: Statement
    var insertDescription: Statement
    var deleteDescription: Statement
    var insertID: Statement
    var upsertID: Statement
    var setID: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        begin = try session.prepare("BEGIN IMMEDIATE")
        commit = try session.prepare("COMMIT")

        owner = try session.prepare(
            """
            SELECT revision, last_sequence, last_entry, unmarked, item_bytes, history_bytes, \
            epoch, answer_bytes, item_count \
            FROM owners WHERE owner = ?1 AND leaving = 0
            """)
        setOwner = try session.prepare(
            """
            UPDATE owners SET revision = ?2, last_sequence = ?3, last_entry = ?4, unmarked = ?5, \
            item_bytes = ?6, history_bytes = ?7, answer_bytes = ?8, item_count = ?9 \
            WHERE owner = ?1
            """)

        sequence = try session.prepare(ItemReader.sequenceSQL)
        item = try session.prepare(ItemReader.itemSQL)
        slotRange = try session.prepare(ScanStatements.rowsSQL)
        tombstone = try session.prepare(
            """
            SELECT log.revision FROM ids JOIN log ON log.entry = ids.deleted_by \
            WHERE ids.owner = ?1 AND ids.id = ?2 AND log.owner = ?1
            """)

        insert = try session.prepare(
            "INSERT INTO items (\(SQLiteItemColumns.list)) VALUES (\(SQLiteItemColumns.names.parameters))")
        update = try session.prepare(
            """
            UPDATE items SET \(SQLiteItemColumns.names.assignments(without: SQLiteItemColumns.fixed)) \
            WHERE slot = ?1
            """)
        delete = try session.prepare("DELETE FROM items WHERE slot = ?1")
        insertDescription = try session.prepare(
            "INSERT OR REPLACE INTO descriptions (number, description) VALUES (?1, ?2)")
        deleteDescription = try session.prepare("DELETE FROM descriptions WHERE number = ?1")
        insertID = try session.prepare("INSERT INTO ids (owner, id, sequence) VALUES (?1, ?2, ?3)")
        upsertID = try session.prepare(
            """
            INSERT INTO ids (owner, id, sequence, deleted_by) VALUES (?1, ?2, ?3, ?4) \
            ON CONFLICT (owner, id) \
            DO UPDATE SET sequence = ?3, deleted_by = ?4 WHERE deleted_by IS NOT NULL
            """)
        setID = try session.prepare(
            """
            UPDATE ids SET deleted_by = ?3, sequence = ?5 \
            WHERE owner = ?1 AND id = ?2 AND sequence = ?4 AND deleted_by IS NULL
            """)
    }
}
