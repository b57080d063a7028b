import Items
import PostgreSQL
import Storage

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
                SELECT \(OwnerRow.columns) FROM owners WHERE owner = $1 AND NOT leaving \
                FOR NO KEY UPDATE\(rest)
                """
            ) { $0.append(keys[0]) }
        }
        return PostgresCommand(
            """
            SELECT \(OwnerRow.columns(of: "o")) FROM unnest($1) AS n (owner) \
            JOIN owners o ON o.owner = n.owner WHERE NOT o.leaving \
            ORDER BY o.owner FOR NO KEY UPDATE OF o\(rest)
            """
        ) { $0.append(keys) { $0 } }
    }

    /// The keys of those owners that exist.
    static func owners(_ keys: [Int]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT o.owner FROM unnest($1) AS n (owner) JOIN owners o ON o.owner = n.owner \
            WHERE NOT o.leaving
            """
        ) { $0.append(keys) { $0 } }
    }

    /// Locks the row of an owner; refused, with `SQLState.invalidText`, if it is another than
    /// `row`. The server's log has the words.
    static func lockUnchanged(_ row: OwnerRow) -> PostgresCommand {
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
            $0.append(row.counters.revision)
            $0.append(row.counters.lastSequence)
            $0.append(row.counters.items.bytes)
            $0.append(row.counters.historyBytes)
            $0.append(row.counters.answerBytes)
            $0.append(row.counters.items.count)
        }
    }

    static func items(_ ids: [OwnedID]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT i.owner, \(PostgresItemColumns.list(of: "i")) FROM unnest($1, $2) AS n (owner, id) \
            JOIN items i ON i.owner = n.owner AND i.id = n.id
            """
        ) { append(ids, to: &$0) }
    }

    static func tombstones(_ ids: [OwnedID]) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT t.owner, t.id, t.revision FROM unnest($1, $2) AS n (owner, id) \
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

extension OwnerRow {
    private static let names = [
        "owner", "epoch", "revision", "last_sequence", "item_bytes", "history_bytes",
        "answer_bytes", "item_count",
    ]
    static let columns = names.joined(separator: ", ")
    /// The columns of the table with this alias.
    static func columns(of alias: String) -> String {
        names.map { alias + "." + $0 }.joined(separator: ", ")
    }

    init(_ rows: PostgresRows, _ row: Int) throws(PostgresFailure) {
        self.init(
            owner: Owner(key: try rows.integer(row, 0), epoch: rows.string(row, 1)),
            counters: OwnerCounters(
                revision: try rows.integer(row, 2), lastSequence: try rows.integer(row, 3),
                items: ItemSize(
                    count: try rows.integer(row, 7), bytes: try rows.integer(row, 4)),
                historyBytes: try rows.integer(row, 5),
                answerBytes: try rows.integer(row, 6)))
    }
}

extension PostgresRows {
    /// The keys of owners, in the first column.
    func keys() throws(PostgresFailure) -> [Int] {
        try (0..<count).map { row throws(PostgresFailure) in try integer(row, 0) }
    }

    func owners() throws(PostgresFailure) -> [OwnerRow] {
        try (0..<count).map { row throws(PostgresFailure) in try OwnerRow(self, row) }
    }

    func items() throws(PostgresFailure) -> [(id: OwnedID, item: ToDoItem)] {
        try (0..<count).map { row throws(PostgresFailure) in
            let item = try PostgresItemColumns.item(self, row, from: 1)
            return (OwnedID(owner: try integer(row, 0), id: item.id), item)
        }
    }

    /// The revisions of deletions.
    func tombstones() throws(PostgresFailure) -> [(id: OwnedID, revision: Int)] {
        try (0..<count).map { row throws(PostgresFailure) in
            let id = OwnedID(owner: try integer(row, 0), id: ItemID(try uuid(row, 1)))
            return (id, try integer(row, 2))
        }
    }

    func records() throws(PostgresFailure) -> [(key: OwnedKey, record: IdempotencyRecord)] {
        try (0..<count).map { row throws(PostgresFailure) in
            let key = OwnedKey(
                owner: try integer(row, 0),
                key: IdempotencyKey(
                    string(row, 1), method: string(row, 2), target: string(row, 3)))
            let record = IdempotencyRecord(
                fingerprint: blob(row, 4), answeredAt: try double(row, 5),
                response: isNull(row, 8)
                    ? nil
                    : StoredResponse(
                        status: try integer(row, 6), head: blob(row, 7), content: blob(row, 8)))
            return (key, record)
        }
    }
}
