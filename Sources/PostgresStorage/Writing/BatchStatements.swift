import Items
import PostgreSQL

/// The statements by which a batch fetches its rows.
enum BatchStatements {
    /// Locks the rows of owners, in the order of their keys, so that batches of several servers do
    /// not deadlock.
    ///
    /// Later statements see everything that other batches have committed for these owners. A
    /// generic plan of `owner = ANY ($1)` touches all parts of a table that is cut by owner; the
    /// plan of a join touches only the parts of the keys.
    ///
    /// `skippingLocked` leaves out rows that another transaction has locked: two processes that
    /// prune at once take different owners, and neither waits for a writer.
    static func lockOwners(_ keys: [Int], skippingLocked: Bool = false) -> PostgresCommand {
        let rest = skippingLocked ? " SKIP LOCKED" : ""
        if keys.count == 1 {
            return PostgresCommand(
                """
                SELECT \(OwnerState.columns) FROM owners WHERE owner = $1 AND NOT leaving \
                FOR NO KEY UPDATE\(rest)
                """
            ) { $0.append(keys[0]) }
        }
        return PostgresCommand(
            """
            SELECT \(OwnerState.columns(of: "o")) FROM unnest($1) AS n (owner) \
            JOIN owners o ON o.owner = n.owner WHERE NOT o.leaving \
            ORDER BY o.owner FOR NO KEY UPDATE OF o\(rest)
            """
        ) { $0.append(keys) { $0 } }
    }

    /// Locks the row of an owner; refused, with `SQLState.invalidText`, if it is another than
    /// `row`. The server's log has the words.
    static func lockUnchanged(_ row: OwnerState) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT CASE count(*) WHEN 1 THEN 0 \
            ELSE ('another process has written first: ' || count(*))::bigint END \
            FROM (SELECT 1 FROM owners WHERE owner = $1 AND epoch = $2 AND revision = $3 \
            AND last_sequence = $4 AND item_bytes = $5 AND history_bytes = $6 \
            AND answer_bytes = $7 AND item_count = $8 AND NOT leaving FOR NO KEY UPDATE) o
            """
        ) {
            $0.append(row.owner.key)
            $0.append(row.owner.epoch)
            $0.append(row.revision)
            $0.append(row.lastSequence)
            $0.append(row.items.bytes)
            $0.append(row.historyBytes)
            $0.append(row.answerBytes)
            $0.append(row.items.count)
        }
    }

    static func items(_ ids: [OwnedID]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT i.owner, \(ItemColumns.list(of: "i")) FROM unnest($1, $2) AS n (owner, id) \
            JOIN items i ON i.owner = n.owner AND i.id = n.id
            """
        ) { append(ids, to: &$0) }
    }

    static func tombstones(_ ids: [OwnedID]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT t.owner, t.id, t.revision, t.ordinal FROM unnest($1, $2) AS n (owner, id) \
            JOIN tombstones t ON t.owner = n.owner AND t.id = n.id
            """
        ) { append(ids, to: &$0) }
    }

    static func records(_ keys: [OwnedKey]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT a.owner, a.key, a.method, a.target, a.fingerprint, a.answered_at, a.status, \
            a.head, a.content FROM unnest($1, $2, $3, $4) AS n (owner, key, method, target) \
            JOIN answers a ON a.owner = n.owner AND a.key = n.key AND a.method = n.method \
            AND a.target_key = md5(n.target)
            """
        ) { append(keys, to: &$0) }
    }

    static func append(_ ids: [OwnedID], to list: inout PostgresParameters) {
        list.append(ids) { $0.owner }
        list.append(ids) { PostgresUUID($0.id) }
    }

    static func append(_ keys: [OwnedKey], to list: inout PostgresParameters) {
        list.append(keys) { $0.owner }
        list.append(keys) { $0.key.key }
        list.append(keys) { $0.key.method }
        list.append(keys) { $0.key.target }
    }
}

extension BatchState {
    /// Records the requested owners and those that were found.
    mutating func note(owners rows: PostgresRows, of keys: [Int]) throws(PostgresFailure) {
        for key in keys { owners[key] = .some(nil) }
        for row in 0..<rows.count {
            let state = try OwnerState(rows, row)
            owners[state.owner.key] = .some(state)
        }
    }

    /// Records the requested items and those that were found.
    mutating func note(items rows: PostgresRows, of ids: [OwnedID]) throws(PostgresFailure) {
        for id in ids { items[id] = ItemState(item: nil, isStored: false) }
        for row in 0..<rows.count {
            let item = try ItemColumns.item(rows, row, from: 1)
            items[OwnedID(owner: try rows.integer(row, 0), id: item.id)] = ItemState(
                item: item, isStored: true)
        }
    }

    /// Records the requested tombstones and those that were found.
    mutating func note(tombstones rows: PostgresRows, of ids: [OwnedID]) throws(PostgresFailure) {
        for id in ids { tombstones[id] = TombstoneState() }
        for row in 0..<rows.count {
            let id = OwnedID(
                owner: try rows.integer(row, 0), id: ItemID(try rows.uuid(row, 1)))
            tombstones[id] = TombstoneState(
                change: .init(
                    revision: try rows.integer(row, 2), ordinal: try rows.integer(row, 3)))
        }
    }

    /// Notes the requested records and those that were found.
    mutating func note(records rows: PostgresRows, of keys: [OwnedKey]) throws(PostgresFailure) {
        for key in keys { records[key] = RecordState() }
        for row in 0..<rows.count {
            let key = OwnedKey(
                owner: try rows.integer(row, 0),
                key: IdempotencyKey(
                    rows.string(row, 1), method: rows.string(row, 2), target: rows.string(row, 3)))
            records[key] = RecordState(
                record: IdempotencyRecord(
                    fingerprint: rows.blob(row, 4), answeredAt: try rows.double(row, 5),
                    response: rows.isNull(row, 8)
                        ? nil
                        : StoredResponse(
                            status: try rows.integer(row, 6), head: rows.blob(row, 7),
                            content: rows.blob(row, 8))))
        }
    }
}
