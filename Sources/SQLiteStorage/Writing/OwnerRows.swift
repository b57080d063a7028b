import Items
import SQLite
import Storage

/// Reads and writes the rows of owners, and remembers where the logs of those end that a
/// transaction has read.
final class OwnerRows {
    /// The end of an owner's log, while the transaction appends to it.
    struct LogEnd {
        let owner: Int
        var lastEntry: Int
        /// The bytes of history since the last mark.
        var unmarked: Int
        /// The entries that the transaction has appended.
        var appended = 0
    }

    private let session: any StorageSession
    private var find: Statement
    private var update: Statement
    /// Few enough to look at each.
    private var logEnds: [LogEnd] = []

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        find = try session.prepare(
            """
            SELECT revision, last_sequence, last_entry, unmarked, item_bytes, history_bytes, \
            epoch, answer_bytes, item_count \
            FROM owners WHERE owner = ?1 AND leaving = 0
            """)
        update = try session.prepare(
            """
            UPDATE owners SET revision = ?2, last_sequence = ?3, last_entry = ?4, unmarked = ?5, \
            item_bytes = ?6, history_bytes = ?7, answer_bytes = ?8, item_count = ?9 \
            WHERE owner = ?1
            """)
    }

    /// Forgets what another transaction has read.
    func begin() {
        logEnds.removeAll(keepingCapacity: true)
    }

    func read(_ key: Int) throws(DatabaseError) -> OwnerRow? {
        let found = try find.withReset {
            statement throws(DatabaseError) -> (row: OwnerRow, logEnd: LogEnd)? in
            try statement.bind(key, at: 1)
            guard try session.step(&statement) else { return nil }
            let row = OwnerRow(
                owner: Owner(key: key, epoch: try statement.epoch(at: 6)),
                counters: OwnerCounters(
                    revision: try statement.counter(at: 0),
                    lastSequence: try statement.counter(at: 1),
                    items: ItemSize(
                        count: try statement.counter(at: 8), bytes: try statement.counter(at: 4)),
                    historyBytes: try statement.counter(at: 5),
                    answerBytes: try statement.counter(at: 7)))
            let logEnd = LogEnd(
                owner: key, lastEntry: try statement.counter(at: 2),
                unmarked: try statement.counter(at: 3))
            return (row, logEnd)
        }
        guard let found else { return nil }
        logEnds.append(found.logEnd)
        return found.row
    }

    /// The end of the log of an owner that was read.
    func logEnd(of owner: Int) throws(DatabaseError) -> LogEnd {
        guard let index = logEnds.lastIndex(where: { $0.owner == owner }) else {
            throw find.corruption("no owner")
        }
        return logEnds[index]
    }

    /// Notes that the log of an owner that was read is longer.
    func note(_ logEnd: LogEnd) {
        guard let index = logEnds.lastIndex(where: { $0.owner == logEnd.owner }) else { return }
        logEnds[index] = logEnd
    }

    func write(_ row: OwnerRow) throws(DatabaseError) {
        try Self.bind(row, logEnd(of: row.owner.key), to: &update)
        try session.run(&update)
    }

    private static func bind(
        _ row: OwnerRow, _ logEnd: LogEnd, to statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(row.owner.key, at: 1)
        try statement.bind(row.counters.revision, at: 2)
        try statement.bind(row.counters.lastSequence, at: 3)
        try statement.bind(logEnd.lastEntry, at: 4)
        try statement.bind(logEnd.unmarked, at: 5)
        try statement.bind(row.counters.items.bytes, at: 6)
        try statement.bind(row.counters.historyBytes, at: 7)
        try statement.bind(row.counters.answerBytes, at: 8)
        try statement.bind(row.counters.items.count, at: 9)
    }
}
