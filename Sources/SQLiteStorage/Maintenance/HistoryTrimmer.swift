import Items
import SQLite

/// Lets the oldest history of one owner go where there is more than there is room for: what lies
/// before the owner's first mark, a segment at a time.
///
/// What leads to an entry that has gone leads nowhere: undo and tokens that reach there are told that
/// it is forgotten.
final class HistoryTrimmer {
    /// About as many entries as lie between two marks.
    static let entriesPerCall = 512

    private let session: any StorageSession
    private let entryRemover: LogEntryRemover
    private var firstMark: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        entryRemover = try LogEntryRemover(session)
        firstMark = try session.prepare(
            """
            SELECT revision, entry FROM marks WHERE owner = ?1 ORDER BY revision, entry LIMIT 1
            """)
    }

    /// Forgets segments until the history takes no more than `limit` bytes, or as many entries have
    /// gone; returns how many bytes that were. The owner's last write is kept in any case.
    func trim(
        _ owner: OwnerState, to limit: Int, entries: Int
    ) throws(DatabaseError) -> Int {
        var (bytes, count) = (0, 0)
        while owner.historyBytes - bytes > limit, count < entries,
            let mark = try mark(of: owner), mark.revision < owner.revision
        {
            var number = mark.entry
            // Or the same mark might be found again for ever.
            let marked = try entryRemover.entry(number, of: owner.owner.key)
            try firstMark.require(
                marked?.revision == mark.revision && marked?.members.contains(.marked) == true,
                "a mark without an entry")
            while let entry = try entryRemover.entry(number, of: owner.owner.key) {
                try entryRemover.remove(entry)
                bytes += entry.bytes
                count += 1
                number = entry.previous
            }
        }
        return bytes
    }

    private func mark(
        of owner: OwnerState
    ) throws(DatabaseError) -> (revision: Int, entry: Int)? {
        try firstMark.withReset {
            statement throws(DatabaseError) -> (revision: Int, entry: Int)? in
            try statement.bind(owner.owner.key, at: 1)
            guard try session.step(&statement) else { return nil }
            return (try statement.counter(at: 0), try statement.counter(at: 1))
        }
    }
}
