import Items
import SQLite
import Storage

/// Deletes the oldest history of an owner beyond the limit, in segments: the entries up to the
/// owner's first mark.
///
/// References to a deleted entry dangle: undo and sync tokens that reach it are expired.
final class QuotaPruner {
    /// About the number of entries between two marks.
    static let entriesPerCall = 512

    private let session: any StorageSession
    private let logEntries: LogEntryDeletion
    private var firstMark: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        logEntries = try LogEntryDeletion(session)
        firstMark = try session.prepare(
            """
            SELECT revision, entry FROM marks WHERE owner = ?1 ORDER BY revision, entry LIMIT 1
            """)
    }

    /// Deletes segments until the history fits into `limit` bytes or `entries` were deleted;
    /// returns the bytes freed and the entries deleted. The owner's last write is always kept.
    func prune(
        _ owner: OwnerRow, to limit: Int, entries: Int
    ) throws(DatabaseError) -> (bytes: Int, entries: Int) {
        var (bytes, count) = (0, 0)
        while owner.counters.historyBytes - bytes > limit, count < entries,
            let mark = try mark(of: owner), mark.revision < owner.counters.revision
        {
            var number = mark.entry
            // Otherwise a damaged mark would make this loop endless.
            let marked = try logEntries.entry(number, of: owner.owner.key)
            try firstMark.require(
                marked?.revision == mark.revision && marked?.members.contains(.marked) == true,
                "a mark without an entry")
            while let entry = try logEntries.entry(number, of: owner.owner.key) {
                try logEntries.delete(entry)
                bytes += entry.bytes
                count += 1
                number = entry.previous
            }
        }
        return (bytes, count)
    }

    private func mark(
        of owner: OwnerRow
    ) throws(DatabaseError) -> (revision: Int, entry: Int)? {
        try firstMark.withReset {
            statement throws(DatabaseError) -> (revision: Int, entry: Int)? in
            try statement.bind(owner.owner.key, at: 1)
            guard try session.step(&statement) else { return nil }
            return (try statement.counter(at: 0), try statement.counter(at: 1))
        }
    }
}
