import Items
import PostgreSQL

/// The statements that write what a batch has decided: a few of them, each with arrays of rows.
extension BatchState {
    /// The statements; none when nothing has changed.
    var flush: [PostgresCommand] {
        flushOfItems + flushOfChanges + flushOfTombstones + flushOfRecords + flushOfOwners
    }

    /// Marks all rows as stored, after a flush.
    mutating func didFlush() {
        changes = []
        for (id, state) in items where state.isChanged {
            items[id] = ItemState(item: state.item, isStored: state.item != nil)
        }
        for id in tombstones.keys { tombstones[id]?.isChanged = false }
        for key in records.keys { records[key]?.isChanged = false }
        for (key, state) in owners {
            guard var state else { continue }
            state.isChanged = false
            owners[key] = .some(state)
        }
    }

    private var flushOfItems: [PostgresCommand] {
        var deleted: [OwnedID] = []
        var updated: [(owner: Int, item: ToDoItem)] = []
        var inserted: [(owner: Int, item: ToDoItem)] = []
        for (id, state) in items where state.isChanged {
            switch (state.item, state.isStored) {
            case (nil, true): deleted.append(id)
            case (nil, false): break
            case (let item?, true): updated.append((id.owner, item))
            case (let item?, false): inserted.append((id.owner, item))
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
                PostgresCommand(Self.updateSQL) { ItemColumns.append(updated, to: &$0) })
        }
        if !inserted.isEmpty {
            commands.append(
                PostgresCommand(Self.insertSQL) { ItemColumns.append(inserted, to: &$0) })
        }
        return commands
    }

    private static let updateSQL: String = {
        let set = ItemColumns.names.dropFirst().map { "\($0) = n.\($0)" }.joined(separator: ", ")
        return """
            UPDATE items i SET \(set) FROM \
            unnest(\(ItemColumns.parameters)) AS n (owner, \(ItemColumns.list)) \
            WHERE i.owner = n.owner AND i.id = n.id
            """
    }()

    static let insertSQL = """
        INSERT INTO items (owner, \(ItemColumns.list)) \
        SELECT * FROM unnest(\(ItemColumns.parameters))
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
        var stored: [(id: OwnedID, change: TombstoneState.Change)] = []
        for (id, state) in tombstones where state.isChanged {
            if let change = state.change { stored.append((id, change)) } else { removed.append(id) }
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
        let stored = records.compactMap { key, state in
            state.isChanged ? state.record.map { (key: key, record: $0) } : nil
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

    private var flushOfOwners: [PostgresCommand] {
        let changed = owners.values.compactMap { $0 }.filter(\.isChanged)
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
                $0.append(changed) { $0.revision }
                $0.append(changed) { $0.lastSequence }
                $0.append(changed) { $0.items.bytes }
                $0.append(changed) { $0.historyBytes }
                $0.append(changed) { $0.answerBytes }
                $0.append(changed) { $0.items.count }
            }
        ]
    }
}
