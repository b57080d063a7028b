import Items
import SQLite
import Storage

/// Deletes log entries together with their dependents: the tombstone of a deletion, and a mark.
final class LogEntryDeletion {
    struct Entry {
        let number: Int
        let owner: Int
        let previous: Int
        let revision: Int
        let changedAt: Double
        let members: ChangeMembers
        /// The bytes that the entry counts in its owner's history.
        let bytes: Int
        /// The item's id if the entry is a deletion.
        let id: ItemID?
    }

    private let session: any StorageSession
    private var lowest: Statement
    private var one: Statement
    private var deleteOne: Statement
    private var deleteUpTo: Statement
    private var deleteTombstone: Statement
    private var deleteMark: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        lowest = try session.prepare(
            "SELECT \(Self.columns) FROM log WHERE entry > ?1 ORDER BY entry LIMIT ?2")
        one = try session.prepare("SELECT \(Self.columns) FROM log WHERE entry = ?1")
        deleteOne = try session.prepare("DELETE FROM log WHERE entry = ?1")
        deleteUpTo = try session.prepare("DELETE FROM log WHERE entry <= ?1")
        deleteTombstone = try session.prepare(
            "DELETE FROM ids WHERE owner = ?1 AND id = ?2 AND deleted_by = ?3")
        deleteMark = try session.prepare(
            "DELETE FROM marks WHERE owner = ?1 AND revision = ?2 AND entry = ?3")
    }

    private static let columns =
        "entry, owner, previous, revision, changed_at, members, \(bytesSQL), id"

    /// SQL for the size of an entry: `ChangeRow.rowBytes`, and its texts.
    static let bytesSQL = """
        \(ChangeRow.rowBytes) + \(SQLiteContentColumn.textBytesSQL) \
        + coalesce(length(CAST(written_by AS BLOB)), 0)
        """

    /// The next log entries of all owners after `number`. Their values are not validated strictly,
    /// so a damaged entry does not stop pruning.
    func entries(after number: Int, limit: Int) throws(DatabaseError) -> [Entry] {
        try lowest.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.bind(limit, at: 2)
            var entries: [Entry] = []
            while try session.step(&statement) { entries.append(try entry(statement)) }
            return entries
        }
    }

    /// One entry of an owner; nil if it was deleted.
    func entry(_ number: Int, of owner: Int) throws(DatabaseError) -> Entry? {
        guard number > 0 else { return nil }
        return try one.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            guard try session.step(&statement) else { return nil }
            let entry = try entry(statement)
            try statement.require(entry.owner == owner, "an entry of another owner")
            // Otherwise a damaged chain would make a walk endless.
            try statement.require(
                (0..<number).contains(entry.previous), "an entry that leads to a later one")
            return entry
        }
    }

    func delete(_ entry: Entry) throws(DatabaseError) {
        try deleteDependents(to: entry)
        try deleteOne.bind(entry.number, at: 1)
        try session.run(&deleteOne)
    }

    /// Deletes the first entries of the log; `entries` are all of them.
    func delete(first entries: ArraySlice<Entry>) throws(DatabaseError) {
        guard let last = entries.last else { return }
        for entry in entries { try deleteDependents(to: entry) }
        try deleteUpTo.bind(last.number, at: 1)
        try session.run(&deleteUpTo)
    }

    /// Records the highest number of an entry before that entry is removed: rows of owners may still
    /// refer to it, so it is not given out again.
    func keepLastNumber() throws(DatabaseError) {
        try session.execute("UPDATE access SET last_entry = (\(LogRows.lastEntrySQL))")
    }

    private func deleteDependents(to entry: Entry) throws(DatabaseError) {
        if let id = entry.id {
            try deleteTombstone.bind(entry.owner, at: 1)
            try deleteTombstone.bind(uuid: id, at: 2)
            try deleteTombstone.bind(entry.number, at: 3)
            try session.run(&deleteTombstone)
        }
        if entry.members.contains(.marked) {
            try deleteMark.bind(entry.owner, at: 1)
            try deleteMark.bind(entry.revision, at: 2)
            try deleteMark.bind(entry.number, at: 3)
            try session.run(&deleteMark)
        }
    }

    private func entry(_ statement: borrowing Statement) throws(DatabaseError) -> Entry {
        Entry(
            number: try statement.counter(at: 0), owner: statement.integer(at: 1),
            previous: statement.integer(at: 2), revision: statement.integer(at: 3),
            changedAt: statement.double(at: 4),
            members: ChangeMembers(rawValue: statement.integer(at: 5)),
            bytes: try statement.counter(at: 6),
            id: statement.uuid(at: 7).map { ItemID(high: $0, low: $1) })
    }
}
