import SQLite

/// The prepared statements of the writer's connection.
final class WriteStatements {
    var begin: Statement
    var commit: Statement
    var savepoint: Statement
    var release: Statement
    var rollBackTo: Statement

    var owner: Statement
    var setOwner: Statement

    var sequence: Statement
    var item: Statement
    var slotRange: Statement
    var tombstone: Statement

    var insert: Statement
    var update: Statement
    var delete: Statement
    var deleteRange: Statement
    var insertDescription: Statement
    var deleteDescription: Statement
    var deleteDescriptions: Statement
    var insertID: Statement
    var upsertID: Statement
    var tombstoneID: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        begin = try session.prepare("BEGIN IMMEDIATE")
        commit = try session.prepare("COMMIT")
        savepoint = try session.prepare("SAVEPOINT request")
        release = try session.prepare("RELEASE request")
        rollBackTo = try session.prepare("ROLLBACK TO request")

        owner = try session.prepare(
            """
            SELECT revision, last_sequence, last_entry, unmarked, item_bytes, history_bytes, \
            epoch, item_count \
            FROM owners WHERE owner = ?1 AND leaving = 0
            """)
        setOwner = try session.prepare(
            """
            UPDATE owners SET revision = ?2, last_sequence = ?3, last_entry = ?4, unmarked = ?5, \
            item_bytes = ?6, history_bytes = ?7, item_count = ?8 WHERE owner = ?1
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
            "INSERT INTO items (\(ItemColumns.list)) VALUES (\(ItemColumns.names.parameters))")
        update = try session.prepare(
            """
            UPDATE items SET \(ItemColumns.names.assignments(without: ItemColumns.fixed)) \
            WHERE slot = ?1
            """)
        delete = try session.prepare("DELETE FROM items WHERE slot = ?1")
        deleteRange = try session.prepare("DELETE FROM items WHERE slot >= ?1 AND slot < ?2")
        insertDescription = try session.prepare(
            "INSERT OR REPLACE INTO descriptions (number, description) VALUES (?1, ?2)")
        deleteDescription = try session.prepare("DELETE FROM descriptions WHERE number = ?1")
        deleteDescriptions = try session.prepare(
            "DELETE FROM descriptions WHERE number >= ?1 AND number < ?2")
        insertID = try session.prepare("INSERT INTO ids (owner, id, sequence) VALUES (?1, ?2, ?3)")
        upsertID = try session.prepare(
            """
            INSERT INTO ids (owner, id, sequence) VALUES (?1, ?2, ?3) ON CONFLICT (owner, id) \
            DO UPDATE SET sequence = ?3, deleted_by = NULL WHERE deleted_by IS NOT NULL
            """)
        tombstoneID = try session.prepare(
            """
            UPDATE ids SET deleted_by = ?3 \
            WHERE owner = ?1 AND id = ?2 AND sequence = ?4 AND deleted_by IS NULL
            """)
    }
}
