import Items
import SQLite
import Storage

/// Appends to the log, and reads it for an undo.
final class LogRows {
    /// The bytes of history between two marks.
    static let bytesPerMark = 16 << 10
    /// The highest entry number that was given out; that entry may have been erased.
    static let lastEntrySQL = """
        SELECT max(coalesce((SELECT max(entry) FROM log), 0), \
        coalesce((SELECT last_entry FROM access WHERE one = 1), 0))
        """

    /// The entries of all owners from one back; what most have not is not decoded.
    static let headSQL = """
        SELECT previous, revision, sequence, members, iif(members & 2, id, NULL), changed_at, \
        iif(members & 8, written_by, NULL), iif(members & 8, undoes, NULL), entry, owner \
        FROM log WHERE entry <= ?1 ORDER BY entry DESC
        """

    let quotaPruner: Lazy<QuotaPruner>
    private let session: any StorageSession
    private var lastEntry: Statement
    private var entry: Statement
    private var mark: Statement
    private var image: Statement
    private var appender: LogAppender
    /// The number of the next entry, after it was read in this transaction.
    private var nextEntry: Int?

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        quotaPruner = Lazy(session, QuotaPruner.init)
        lastEntry = try session.prepare(Self.lastEntrySQL)
        entry = try session.prepare(Self.headSQL)
        mark = try session.prepare(ChangeStatements.markSQL)
        image = try session.prepare("SELECT \(LogColumns.image.list) FROM log WHERE entry = ?1")
        appender = try LogAppender(session)
    }

    /// Begins another transaction.
    func begin() {
        nextEntry = nil
    }

    /// Appends changes to the logs of their owners; returns the number of the first entry.
    func append(_ changes: [ChangeRow], to owners: OwnerRows) throws(DatabaseError) -> Int {
        guard !changes.isEmpty else { return 0 }
        let first = try allocateEntries(changes.count)
        try appender.append(changes, from: first, to: owners)
        return first
    }

    private func allocateEntries(_ count: Int) throws(DatabaseError) -> Int {
        let first: Int
        if let nextEntry {
            first = nextEntry
        } else {
            first = try lastEntry.withReset { statement throws(DatabaseError) in
                try session.step(&statement) ? statement.counter(at: 0) + 1 : 1
            }
        }
        nextEntry = first + count
        return first
    }

    /// Calls `body` with the changes of an owner whose last entry is known, from the last one back,
    /// until it returns false; those of revisions after `upTo` may be left out.
    func forEachEntry(
        of owner: Int, from revision: Int, upTo last: Int?, end: Int, _ body: (ChangeHead) -> Bool
    ) throws(DatabaseError) {
        var number = end
        if let last { number = try mark(behind: last, of: owner) ?? end }
        while number > 0 {
            number = try entry.withReset { statement throws(DatabaseError) in
                try statement.bind(number, at: 1)
                var expected = number
                while try session.step(&statement), statement.integer(at: 8) == expected,
                    statement.integer(at: 9) == owner
                {
                    let (head, previous) = try Self.head(expected, statement)
                    guard head.key.revision >= revision, body(head) else { return 0 }
                    // The entries of a write are consecutive, those of an owner need not be.
                    guard previous == expected - 1 else { return previous }
                    expected = previous
                }
                return 0
            }
        }
    }

    /// The first marked entry of a later revision.
    private func mark(behind revision: Int, of owner: Int) throws(DatabaseError) -> Int? {
        try mark.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(revision, at: 2)
            try statement.bind(Int.max, at: 3)
            return try session.step(&statement) ? statement.integer(at: 0) : nil
        }
    }

    private static func head(
        _ number: Int, _ statement: borrowing Statement
    ) throws(DatabaseError) -> (ChangeHead, previous: Int) {
        let entry = try LogEntry(number, statement)
        let members = entry.members
        let origin =
            members.contains(.first)
            ? WriteOrigin(
                label: try statement.optionalString(at: 6),
                undoes: statement.isNull(at: 7) ? nil : try statement.counter(at: 7)) : nil
        let head = ChangeHead(
            key: ChangeKey(revision: entry.revision, number: number),
            sequence: entry.sequence, members: members,
            id: members.contains(.deletion) ? entry.id : nil,
            changedAt: statement.double(at: 5), origin: origin)
        return (head, entry.previous)
    }

    func image(_ number: Int) throws(DatabaseError) -> ChangeImage {
        try image.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.require(try session.step(&statement), "no entry")
            return try LogColumns.image(statement)
        }
    }
}

/// Writes entries of the log, and marks; a struct for the same reason as `ItemRowWriter`.
private struct LogAppender: ~Copyable {
    private let session: any StorageSession
    /// For the frequent entries: a creation, and a change of `done`.
    private var insertShort: Statement
    private var insertWithoutDetails: Statement
    private var insert: Statement
    private var insertMark: Statement
}

extension LogAppender {
    init(_ session: any StorageSession) throws(DatabaseError) {
        self.init(
            session: session,
            insertShort: try session.prepare(
                """
                INSERT INTO log (\(LogColumns.short.list)) VALUES (\(LogColumns.short.parameters))
                """),
            insertWithoutDetails: try session.prepare(
                """
                INSERT INTO log (\(LogColumns.withoutDetails.list)) \
                VALUES (\(LogColumns.withoutDetails.parameters))
                """),
            insert: try session.prepare(
                """
                INSERT INTO log (\(LogColumns.names.list)) VALUES (\(LogColumns.names.parameters))
                """),
            insertMark: try session.prepare(
                "INSERT INTO marks (owner, revision, entry) VALUES (?1, ?2, ?3)"))
    }

    /// Appends changes, of which there is one, as the entries from `first` on.
    mutating func append(
        _ changes: [ChangeRow], from first: Int, to owners: OwnerRows
    ) throws(DatabaseError) {
        // A span, because an array's element would be copied with its texts.
        let rows = changes.span
        var logEnd = try owners.logEnd(of: rows[0].owner)
        for index in rows.indices {
            if rows[index].owner != logEnd.owner {
                owners.note(logEnd)
                logEnd = try owners.logEnd(of: rows[index].owner)
            }
            try append(rows[index], first + index, &logEnd)
        }
        owners.note(logEnd)
    }

    private mutating func append(
        _ change: borrowing ChangeRow, _ number: Int, _ logEnd: inout OwnerRows.LogEnd
    ) throws(DatabaseError) {
        var members = change.members
        if change.ordinal == 1 { members.insert(.first) }
        logEnd.unmarked += change.bytes
        if logEnd.unmarked >= LogRows.bytesPerMark {
            members.insert(.marked)
            try insertMark.bind(change.owner, at: 1)
            try insertMark.bind(change.revision, at: 2)
            try insertMark.bind(number, at: 3)
            try session.run(&insertMark)
            logEnd.unmarked = 0
        }
        if members.isDisjoint(with: .all.subtracting(.doneAt)) {
            try LogColumns.bind(change, number, after: logEnd.lastEntry, members, to: &insertShort)
            try session.run(&insertShort)
        } else if members.isDisjoint(with: ChangeMembers(ItemDetails.members))
            || change.image?.content.hasDetails != true
        {
            // Those columns are NULL then, and each one that is bound costs.
            try LogColumns.bind(
                change, number, after: logEnd.lastEntry, members, to: &insertWithoutDetails)
            try LogColumns.bindImage(
                change, members, to: &insertWithoutDetails, without: ItemDetails.members)
            try session.run(&insertWithoutDetails)
        } else {
            try LogColumns.bind(change, number, after: logEnd.lastEntry, members, to: &insert)
            try LogColumns.bindImage(change, members, to: &insert)
            try session.run(&insert)
        }
        logEnd.lastEntry = number
        logEnd.appended += 1
    }
}
