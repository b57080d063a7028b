import Items
import PostgreSQL

/// The row of an owner, which the transaction has locked.
struct OwnerState: Equatable {
    let owner: Owner
    var revision: Int
    var lastSequence: Int
    /// The number and the bytes of the items.
    var items: ItemSize
    var historyBytes: Int
    var answerBytes: Int
    /// Whether it differs from the row.
    var isChanged = false

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
        owner = Owner(key: try rows.integer(row, 0), epoch: rows.string(row, 1))
        revision = try rows.integer(row, 2)
        lastSequence = try rows.integer(row, 3)
        items = ItemSize(count: try rows.integer(row, 7), bytes: try rows.integer(row, 4))
        historyBytes = try rows.integer(row, 5)
        answerBytes = try rows.integer(row, 6)
    }
}

/// The limits of an owner's rows.
struct OwnerLimits: Sendable {
    let items: ItemSize
    /// Bytes.
    let history: Int
    let answers: Int
}
