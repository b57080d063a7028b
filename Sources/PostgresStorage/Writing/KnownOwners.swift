import Items
import Storage

/// The rows of owners as this process has last written them.
///
/// A batch that only creates items of one owner needs only the owner's row from the database. If
/// that is known, the batch takes one round trip instead of two: it locks the row and compares it
/// before it writes, and the server refuses the whole batch if the row differs.
///
/// Where several processes write to one owner the comparison would often fail. So a row is trusted
/// only after several fetches in succession have found it unchanged.
struct KnownOwners {
    private static let fetchesInSuccession = 4
    /// The rows that are kept.
    private static let limit = 1_024

    private var rows: [Int: (row: OwnerRow, unchanged: Int)] = [:]

    /// The row of an owner, if it can be relied on.
    func row(of owner: Int) -> OwnerRow? {
        guard let known = rows[owner], known.unchanged >= Self.fetchesInSuccession else {
            return nil
        }
        return known.row
    }

    mutating func fetched(_ row: OwnerRow) {
        guard let known = rows[row.owner.key] else { return }
        rows[row.owner.key] = (row, known.row == row ? known.unchanged + 1 : 0)
    }

    /// Notes what a commit has left.
    mutating func committed(_ row: OwnerRow) {
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
