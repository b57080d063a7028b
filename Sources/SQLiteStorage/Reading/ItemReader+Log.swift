import Items
import SQLite
import Storage

/// The walk back through an owner's log entries.
extension ItemReader {
    /// The entries behind a position up to the next mark or the last entry, the newest first; nil
    /// when the log no longer has all of them.
    func segment(
        behind position: LogPosition, _ walk: ChangeWalk
    ) throws(DatabaseError) -> [LogEntry]? {
        var entries: [LogEntry] = []
        if position.isWhole, position.revision == walk.revision { return entries }
        var number = try mark(behind: position, of: walk.owner) ?? walk.lastEntry
        while var entry = try entry(number, of: walk.owner) {
            if position.has(entry) {
                // Otherwise the entries after it would be skipped.
                try changes.mark.require(!entries.isEmpty, "an entry that was read already")
                return entries
            }
            if let newer = entries.last {
                entry.last = entry.revision == newer.revision ? newer.last : number
            } else if number == walk.lastEntry {
                entry.last = number
            }
            entries.append(entry)
            number = entry.previous
        }
        // If the oldest entry found is the first of the next revision, the missing entries are
        // before the position.
        guard let oldest = entries.last, position.isWhole,
            oldest.revision == position.revision + 1, oldest.members.contains(.first)
        else { return nil }
        return entries
    }

    /// The position behind a revision except for its last `rest` entries; nil when the revision has
    /// fewer entries or the log no longer has it.
    func start(
        behind revision: Int, rest: Int, _ walk: inout ChangeWalk
    ) throws(DatabaseError) -> LogPosition? {
        guard rest > 0 else { return LogPosition(revision: revision) }
        guard let last = try lastEntry(of: revision, &walk) else { return nil }
        // The entries of a write are consecutive.
        let next = last - rest + 1
        guard try entry(next, of: walk.owner)?.revision == revision else { return nil }
        return LogPosition(revision: revision, entry: next - 1, last: last)
    }

    /// The position for a client, by the number of entries left in the revision: entry numbers
    /// would disclose how much all owners write.
    func changePosition(
        _ position: LogPosition, _ walk: inout ChangeWalk
    ) throws(DatabaseError) -> ChangePosition {
        let revision = position.revision
        guard !position.isWhole else { return .after(revision: revision) }
        var last = position.last
        if last == nil { last = try lastEntry(of: revision, &walk) }
        guard let last else { return .after(revision: revision) }
        return .after(revision: revision, rest: max(0, last - position.entry))
    }

    /// The last entry of a revision; nil when the log does not have it.
    private func lastEntry(
        of revision: Int, _ walk: inout ChangeWalk
    ) throws(DatabaseError) -> Int? {
        if let known = walk.lastOfRevision, known.revision == revision { return known.entry }
        let behind = LogPosition(revision: revision)
        var number = try mark(behind: behind, of: walk.owner) ?? walk.lastEntry
        while let entry = try entry(number, of: walk.owner) {
            if entry.revision <= revision {
                guard entry.revision == revision else { return nil }
                walk.lastOfRevision = (revision, number)
                return number
            }
            number = entry.previous
        }
        return nil
    }

    private func mark(
        behind position: LogPosition, of owner: Int
    ) throws(DatabaseError) -> Int? {
        try changes.mark.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(position.revision, at: 2)
            try statement.bind(position.entry, at: 3)
            return try session.step(&statement) ? statement.integer(at: 0) : nil
        }
    }

    private func entry(_ number: Int, of owner: Int) throws(DatabaseError) -> LogEntry? {
        guard number > 0 else { return nil }
        return try changes.entry.withReset { statement throws(DatabaseError) in
            try statement.bind(number, at: 1)
            try statement.bind(owner, at: 2)
            return try session.step(&statement) ? LogEntry(number, statement) : nil
        }
    }
}
