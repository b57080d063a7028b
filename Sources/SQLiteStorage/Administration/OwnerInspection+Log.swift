package import Items
import SQLite

extension OwnerInspection {
    /// A log entry; times are in ISO 8601.
    package struct Entry: Equatable, Sendable {
        /// The kind of change.
        package enum Kind: Equatable, Sendable {
            case creation
            /// The id and the creation time of the deleted item.
            case deletion(id: ItemID, createdAt: String)
            case change
        }

        package let number: Int
        package let revision: Int
        package let changedAt: String
        package let sequence: Int
        package let kind: Kind
        /// The members in the entry: the changed ones, or all of a deleted item.
        package let before: [Member]
        /// Whether it is the first of its write.
        package let isFirst: Bool
        package let isMarked: Bool
        /// Whether the same write had changed the sequence before.
        package let isRepeated: Bool
        /// The owner's previous entry, 0 for the first.
        package let previous: Int
    }

    /// The end of a walk back through the log.
    package enum LogEnd: Equatable, Sendable {
        /// The owner's first entry was visited.
        case beginning
        /// This entry and those before it were deleted.
        case pruned(entry: Int)
        /// The caller stopped the walk.
        case stopped
    }

    /// A row of `marks`.
    package struct Mark: Equatable, Sendable {
        package let revision: Int
        package let entry: Int
        /// Whether the log has the entry.
        package let isInLog: Bool
    }

    /// Calls `body` with the owner's log entries, the newest first, until it returns false.
    package func log(
        limit: Int? = nil, _ body: (Entry) -> Bool
    ) throws(StorageFailure) -> LogEnd {
        try storing { () throws(DatabaseError) in
            var rest = limit ?? .max
            return try walk(Self.entryColumns) { number, row throws(DatabaseError) in
                guard rest > 0 else { return false }
                rest -= 1
                return body(try entry(number, row))
            }
        }
    }

    /// Walks back along the owner's chain of entries, so entries of other owners are never read;
    /// `columns` follow `previous` in the row.
    func walk(
        _ columns: String,
        _ body: (Int, borrowing Statement) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> LogEnd {
        let last = try session.integer("SELECT last_entry FROM owners WHERE owner = \(owner)")
        var number = last ?? 0
        var find = try session.prepare(
            "SELECT previous, \(columns) FROM log WHERE entry = ?1 AND owner = ?2")
        try find.bind(owner, at: 2)
        while number > 0 {
            // A copy, since the closure must not access the variable while the statement is
            // borrowed.
            let entry = number
            let previous = try find.withReset { row throws(DatabaseError) -> Int? in
                try row.bind(entry, at: 1)
                guard try session.step(&row) else { return nil }
                let previous = try row.counter(at: 0)
                // Otherwise a damaged chain would make the walk endless.
                try row.require(previous < entry, "an entry before which comes a later one")
                return try body(entry, row) ? previous : -1
            }
            guard let previous else { return .pruned(entry: number) }
            guard previous >= 0 else { return .stopped }
            number = previous
        }
        return .beginning
    }

    private func entry(
        _ number: Int, _ row: borrowing Statement
    ) throws(DatabaseError) -> Entry {
        let members = LogMembers(rawValue: row.integer(at: 4))
        try row.require(
            !members.contains([.creation, .deletion]), "a creation that is a deletion")
        let kind: Entry.Kind
        if members.contains(.deletion) {
            kind = .deletion(id: try row.itemID(at: 6), createdAt: try row.time(at: 5))
        } else {
            kind = members.contains(.creation) ? .creation : .change
        }
        return Entry(
            number: number, revision: try row.counter(at: 1), changedAt: try row.time(at: 2),
            sequence: try row.sequence(at: 3), kind: kind, before: try before(row, members),
            isFirst: members.contains(.first), isMarked: members.contains(.marked),
            isRepeated: members.contains(.repeated), previous: try row.counter(at: 0))
    }

    private func before(
        _ row: borrowing Statement, _ members: LogMembers
    ) throws(DatabaseError) -> [Member] {
        var before = try ContentColumn.inspected(members.content, row, at: Self.firstOfContent)
        if members.contains(.doneAt) { before.append(.done(since: try row.optionalTime(at: 7))) }
        return before
    }

    private static let entryColumns = """
        revision, \(time("changed_at")), sequence, members, \(time("created_at")), id, \
        \(time("done_at")), \(ContentColumn.inspectedList(of: "log"))
        """
    private static let firstOfContent: Int32 = 8

    /// Calls `body` with marks, the newest first, until it returns false.
    package func marks(limit: Int? = nil, _ body: (Mark) -> Bool) throws(StorageFailure) {
        var last = (revision: Int.max, entry: Int.max)
        try visit(Self.marksSQL, limit: limit) { row throws(DatabaseError) in
            let mark = Mark(
                revision: try row.counter(at: 0), entry: try row.counter(at: 1),
                isInLog: row.integer(at: 2) != 0)
            try row.require(
                (mark.revision, mark.entry) < last, "a mark that is not in order")
            last = (mark.revision, mark.entry)
            return body(mark)
        }
    }

    private static let marksSQL = """
        SELECT marks.revision, marks.entry, log.entry IS NOT NULL FROM marks \
        LEFT JOIN log ON log.entry = marks.entry AND log.owner = marks.owner \
        WHERE marks.owner = ?1 ORDER BY marks.revision DESC, marks.entry DESC LIMIT ?2
        """
}
