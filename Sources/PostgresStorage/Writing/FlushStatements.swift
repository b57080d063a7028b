import Items
import PostgreSQL
import Storage

/// The statements that write what a batch has decided: a few of them, each with arrays of rows.
extension BatchRows {
    /// The statements except those of owners; none when nothing has changed.
    var flush: [PostgresCommand] {
        guard hasChanges else { return [] }
        return flushOfItems + flushOfChanges + flushOfTombstones + flushOfRecords
    }

    private var flushOfItems: [PostgresCommand] {
        var deleted: [OwnedID] = []
        var updated: [(owner: Int, item: ToDoItem)] = []
        var inserted: [(owner: Int, item: ToDoItem)] = []
        for entry in items where entry.isChanged {
            switch (entry.changed, entry.stored) {
            case (nil, _?): deleted.append(entry.key)
            case (nil, nil): break
            case (let item?, _?): updated.append((entry.key.owner, item))
            case (let item?, nil): inserted.append((entry.key.owner, item))
            }
        }
        var commands: [PostgresCommand] = []
        if !deleted.isEmpty {
            commands.append(
                PostgresCommand(
                    """
                    DELETE FROM items i USING unnest($1, $2) AS n (owner, id) \
                    WHERE i.owner = n.owner AND i.id = n.id
                    """
                ) { BatchStatements.append(deleted, to: &$0) })
        }
        if !updated.isEmpty {
            commands.append(
                PostgresCommand(Self.updateSQL) { PostgresItemColumns.append(updated, to: &$0) })
        }
        if !inserted.isEmpty {
            commands.append(
                PostgresCommand(Self.insertSQL) { PostgresItemColumns.append(inserted, to: &$0) })
        }
        return commands
    }

    private static let updateSQL: String = {
        let set = PostgresItemColumns.names.dropFirst().map { "\($0) = n.\($0)" }.joined(
            separator: ", ")
        return """
            UPDATE items i SET \(set) FROM \
            unnest(\(PostgresItemColumns.parameters)) AS n (owner, \(PostgresItemColumns.list)) \
            WHERE i.owner = n.owner AND i.id = n.id
            """
    }()

    static let insertSQL = """
        INSERT INTO items (owner, \(PostgresItemColumns.list)) \
        SELECT * FROM unnest(\(PostgresItemColumns.parameters))
        """

    private var flushOfChanges: [PostgresCommand] {
        guard !changes.isEmpty else { return [] }
        return [
            PostgresCommand(
                """
                INSERT INTO changes (\(ChangeColumns.list)) \
                SELECT * FROM unnest(\(ChangeColumns.parameters))
                """
            ) { ChangeColumns.append(changes, to: &$0) }
        ]
    }

    private var flushOfTombstones: [PostgresCommand] {
        var removed: [OwnedID] = []
        var stored: [(id: OwnedID, change: ChangeRow)] = []
        for entry in items where entry.isChanged {
            switch entry.tombstone {
            case .written(let change): stored.append((entry.key, changes[change]))
            // An item that is stored has no tombstone, nor has an id that is new.
            case .none where entry.stored == nil && !entry.isGenerated: removed.append(entry.key)
            case .none, .unread, .stored: break
            }
        }
        var commands: [PostgresCommand] = []
        if !removed.isEmpty {
            commands.append(
                PostgresCommand(
                    """
                    DELETE FROM tombstones t USING unnest($1, $2) AS n (owner, id) \
                    WHERE t.owner = n.owner AND t.id = n.id
                    """
                ) { BatchStatements.append(removed, to: &$0) })
        }
        if !stored.isEmpty {
            commands.append(
                PostgresCommand(
                    """
                    INSERT INTO tombstones (owner, id, revision, ordinal) \
                    SELECT * FROM unnest($1, $2, $3, $4) ON CONFLICT (owner, id) DO UPDATE \
                    SET revision = excluded.revision, ordinal = excluded.ordinal
                    """
                ) {
                    BatchStatements.append(stored.map(\.id), to: &$0)
                    $0.append(stored) { $0.change.revision }
                    $0.append(stored) { $0.change.ordinal }
                })
        }
        return commands
    }

    private var flushOfRecords: [PostgresCommand] {
        let stored = records.compactMap { row in
            row.isChanged ? row.record.map { (key: row.key, record: $0) } : nil
        }
        guard !stored.isEmpty else { return [] }
        return [
            PostgresCommand(
                """
                INSERT INTO answers (owner, key, method, target, fingerprint, answered_at, \
                status, head, content) SELECT * FROM unnest(\([String].parameters(9))) \
                ON CONFLICT (owner, key, method, target_key) DO UPDATE \
                SET fingerprint = excluded.fingerprint, answered_at = excluded.answered_at, \
                status = excluded.status, head = excluded.head, content = excluded.content
                """
            ) {
                BatchStatements.append(stored.map(\.key), to: &$0)
                $0.append(stored) { PostgresBytes($0.record.fingerprint) }
                $0.append(stored) { $0.record.answeredAt }
                $0.append(stored) { $0.record.response?.status }
                $0.append(stored) { $0.record.response.map { PostgresBytes($0.head) } }
                $0.append(stored) { $0.record.response.map { PostgresBytes($0.content) } }
            }
        ]
    }

    /// The statements that write the rows of owners; none when no row has changed.
    var flushOfOwners: [PostgresCommand] {
        let changed = owners.filter(\.isChanged)
        guard !changed.isEmpty else { return [] }
        return [
            PostgresCommand(
                """
                UPDATE owners o SET revision = n.revision, last_sequence = n.last_sequence, \
                item_bytes = n.item_bytes, history_bytes = n.history_bytes, \
                answer_bytes = n.answer_bytes, item_count = n.item_count \
                FROM unnest($1, $2, $3, $4, $5, $6, $7) AS n (owner, revision, last_sequence, \
                item_bytes, history_bytes, answer_bytes, item_count) \
                WHERE o.owner = n.owner
                """
            ) {
                $0.append(changed) { $0.owner.key }
                $0.append(changed) { $0.counters.revision }
                $0.append(changed) { $0.counters.lastSequence }
                $0.append(changed) { $0.counters.items.bytes }
                $0.append(changed) { $0.counters.historyBytes }
                $0.append(changed) { $0.counters.answerBytes }
                $0.append(changed) { $0.counters.items.count }
            }
        ]
    }
}
