import Items
import PostgreSQL

/// The rows of owners as this process has last written them.
///
/// A batch that only creates items of one owner needs nothing of the database but the owner's row.
/// If that is known, the batch takes one trip instead of two: it locks the row and compares it
/// before it writes, and the server refuses the whole when it is another.
///
/// Where several processes write to one owner the comparison would often fail. So a row is relied
/// on only after a number of fetches in succession have found it as it was left.
struct KnownOwners {
    private static let fetchesInSuccession = 4
    /// The rows that are kept.
    private static let limit = 1_024

    private var rows: [Int: (row: OwnerState, unchanged: Int)] = [:]

    /// The row of an owner, if it can be relied on.
    func row(of owner: Int) -> OwnerState? {
        guard let known = rows[owner], known.unchanged >= Self.fetchesInSuccession else {
            return nil
        }
        return known.row
    }

    /// Notes what a fetch has found.
    mutating func fetched(_ row: OwnerState) {
        guard let known = rows[row.owner.key] else { return }
        rows[row.owner.key] = (row, known.row == row ? known.unchanged + 1 : 0)
    }

    /// Notes what a commit has left.
    mutating func committed(_ row: OwnerState) {
        var row = row
        row.isChanged = false
        let unchanged = rows[row.owner.key]?.unchanged ?? 0
        if rows.count >= Self.limit, rows[row.owner.key] == nil { rows = [:] }
        rows[row.owner.key] = (row, unchanged)
    }

    mutating func forget(_ owners: some Sequence<Int>) {
        for owner in owners { rows[owner] = nil }
    }
}

extension BatchStatements {
    /// Locks the row of an owner; refused, with `SQLState.invalidText`, if it is another than `row`.
    /// The server's log has the words.
    static func lockUnchanged(_ row: OwnerState) -> PostgresCommand {
        PostgresCommand(
            """
            SELECT CASE count(*) WHEN 1 THEN 0 \
            ELSE ('another process has written first: ' || count(*))::bigint END \
            FROM (SELECT 1 FROM owners WHERE owner = $1 AND epoch = $2 AND revision = $3 \
            AND last_sequence = $4 AND item_bytes = $5 AND history_bytes = $6 \
            AND answer_bytes = $7 AND NOT leaving FOR NO KEY UPDATE) o
            """
        ) {
            $0.append(row.owner.key)
            $0.append(row.owner.epoch)
            $0.append(row.revision)
            $0.append(row.lastSequence)
            $0.append(row.itemBytes)
            $0.append(row.historyBytes)
            $0.append(row.answerBytes)
        }
    }
}
