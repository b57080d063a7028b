package import Items
import SQLite

extension OwnerInspection {
    /// An owner's row and the counts of its other rows; times are in ISO 8601.
    package struct Summary: Equatable, Sendable {
        /// The revision and the time of a log entry.
        package struct Stamp: Equatable, Sendable {
            package let entry: Int
            package let revision: Int
            package let time: String
        }

        package let key: Int
        /// The email of the owner's account, nil when there is none.
        package let email: String?
        package let epoch: String
        package let revision: Int
        package let lastSequence: Int
        /// The bytes of history since the last mark.
        package let unmarked: Int
        package let itemBytes: Int
        package let historyBytes: Int
        /// The bytes of stored response contents.
        package let answerBytes: Int
        /// Whether the account was removed and the owner's rows are being erased.
        package let isLeaving: Bool

        /// The number of open items.
        package var open = 0
        /// The number of done items.
        package var done = 0
        /// The number of rows in `descriptions`, and their bytes.
        package var descriptions = 0
        package var descriptionBytes = 0
        /// The number of ids, tombstones included.
        package var ids = 0
        package var deletedIDs = 0
        /// The number of the owner's log entries.
        package var entries = 0
        package var newest: Stamp?
        package var oldest: Stamp?
        /// The newest deleted entry, nil when none was deleted.
        package var pruned: Int?
        package var marks = 0

        package var items: Int { open + done }
    }

    /// The number of accounts in the database.
    package func accounts() throws(StorageFailure) -> Int {
        try storing { () throws(DatabaseError) in
            try session.integer("SELECT count(*) FROM accounts") ?? 0
        }
    }

    /// The email of the owner's account, nil when there is none.
    package func email() throws(StorageFailure) -> String? {
        try storing { () throws(DatabaseError) in try row().email }
    }

    /// The owner's row and counts; it reads all rows of the owner.
    package func summary() throws(StorageFailure) -> Summary {
        try storing { () throws(DatabaseError) in
            var summary = try row()
            try count(items: &summary)
            try count(log: &summary)
            return summary
        }
    }

    private func row() throws(DatabaseError) -> Summary {
        try query(Self.rowSQL) { row throws(DatabaseError) in
            Summary(
                key: owner, email: try row.optionalString(at: 0), epoch: try row.epoch(at: 1),
                revision: try row.counter(at: 2), lastSequence: try row.counter(at: 3),
                unmarked: try row.counter(at: 4), itemBytes: try row.counter(at: 5),
                historyBytes: try row.counter(at: 6), answerBytes: try row.counter(at: 7),
                isLeaving: row.integer(at: 8) != 0)
        }
    }

    private func count(items summary: inout Summary) throws(DatabaseError) {
        (summary.open, summary.done, summary.descriptions, summary.descriptionBytes) =
            try query(Self.itemsSQL) { row throws(DatabaseError) in
                let (all, done) = (try row.counter(at: 0), try row.counter(at: 1))
                return (all - done, done, try row.counter(at: 2), try row.counter(at: 3))
            }
        (summary.ids, summary.deletedIDs) =
            try query("SELECT count(*), count(deleted_by) FROM ids WHERE owner = ?1") {
                row throws(DatabaseError) in (try row.counter(at: 0), try row.counter(at: 1))
            }
        summary.marks = try query("SELECT count(*) FROM marks WHERE owner = ?1") {
            row throws(DatabaseError) in try row.counter(at: 0)
        }
    }

    private func count(log summary: inout Summary) throws(DatabaseError) {
        var (count, newest, oldest) = (0, 0, 0)
        let end = try walk("entry") { number, _ in
            if count == 0 { newest = number }
            (count, oldest) = (count + 1, number)
            return true
        }
        summary.entries = count
        if case .pruned(let entry) = end { summary.pruned = entry }
        guard count > 0 else { return }
        summary.newest = try stamp(newest)
        summary.oldest = try stamp(oldest)
    }

    private func stamp(_ entry: Int) throws(DatabaseError) -> Summary.Stamp {
        let sql = """
            SELECT revision, \(Self.time("changed_at")) FROM log \
            WHERE entry = \(entry) AND owner = ?1
            """
        return try query(sql) { row throws(DatabaseError) in
            Summary.Stamp(
                entry: entry, revision: try row.counter(at: 0), time: try row.time(at: 1))
        }
    }

    /// Reads one row with the owner bound to ?1.
    private func query<Value>(
        _ sql: String, _ body: (borrowing Statement) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        try session.query(sql) { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.require(try session.step(&statement), "gone")
            return try body(statement)
        }
    }

    private static let rowSQL = """
        SELECT email, epoch, revision, last_sequence, unmarked, item_bytes, history_bytes, \
        answer_bytes, leaving FROM owners LEFT JOIN accounts USING (owner) WHERE owner = ?1
        """
    private static let itemsSQL = """
        SELECT count(*), coalesce(sum(slot >> 31 & 1), 0), count(description_bytes), \
        coalesce(sum(description_bytes), 0) FROM items \
        WHERE slot BETWEEN ?1 << 32 AND ?1 << 32 | 4294967295
        """
}
