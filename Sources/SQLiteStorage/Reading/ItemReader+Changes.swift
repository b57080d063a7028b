import Items
import SQLite
import Storage

/// The changes since a position: an owner's log entries, read in segments.
///
///     log      … 41  42  43 │ 44  45  46 │ 47  48      each entry leads to the previous one
///                    ▲       ╰───◄───◄───╯             a mark at 46: from 43, walk back from
///                 position        segment              46, then from the last entry
///
/// An entry is shown if it is the newest of its item: the item's row has the entry's revision.
extension ItemReader {
    /// The maximum number of entries that a call visits.
    static let entriesPerCall = 2_048

    func changes(
        of owner: Owner, since position: ChangePosition?, limit: Int, begin: (Int) -> Bool,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(DatabaseError) -> ChangePosition? {
        // Once for all statements: a commit between them would start another transaction.
        try ensureTransaction()
        let (current, last) = try head(of: owner)
        let position = position ?? .beginning(at: current)
        guard position.revision <= current else { return nil }
        var walk = ChangeWalk(owner: owner.key, revision: current, lastEntry: last, rest: limit)
        switch position {
        case .listing(let began, let done, let sequence):
            // A position that cannot be served must be reported before anything is shown.
            let start = LogPosition(revision: began)
            guard let segment = try segment(behind: start, walk) else { return nil }
            guard begin(current) else { return position }
            let slot = Slot(owner: owner.key, done: done, sequence: sequence)
            if let stop = try list(behind: slot, began: began, &walk, body) { return stop }
            return try visit(segment, behind: start, &walk, body)
        case .after(let revision, let rest):
            guard let start = try start(behind: revision, rest: rest, &walk),
                let segment = try segment(behind: start, walk)
            else { return nil }
            guard begin(current) else { return position }
            return try visit(segment, behind: start, &walk, body)
        }
    }

    /// Shows the items behind a slot; returns the position at which it stopped, nil at the end.
    private func list(
        behind slot: Slot, began: Int, _ walk: inout ChangeWalk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(DatabaseError) -> ChangePosition? {
        var stop: ChangePosition? = .listing(began: began, done: slot.done, sequence: slot.sequence)
        var rest = walk.rest
        guard rest > 0 else { return stop }
        var isAtEnd = true
        let slots = slot.value + 1..<Slot.range(of: walk.owner).upperBound
        try visit(slots, .max) { row in
            // One item beyond the limit shows that more follow.
            guard rest > 0 else {
                isAtEnd = false
                return false
            }
            let behind = ChangePosition.listing(
                began: began, done: row.fields.done, sequence: row.fields.sequence)
            guard body(.item(copy row), behind) else {
                isAtEnd = false
                return false
            }
            stop = behind
            rest -= 1
            return true
        }
        walk.rest = rest
        return isAtEnd ? nil : stop
    }

    /// Shows the changes behind a position, of which the first segment is given; returns the
    /// position at which it stopped, nil when the log no longer has all of them.
    private func visit(
        _ first: [LogEntry], behind start: LogPosition, _ walk: inout ChangeWalk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(DatabaseError) -> ChangePosition? {
        var position = start
        var budget = Self.entriesPerCall
        var segment = first
        while let newest = segment.first {
            for entry in segment.reversed() {
                guard walk.rest > 0, budget > 0, try visit(entry, &walk, body) else {
                    return try changePosition(position, &walk)
                }
                budget -= 1
                position = LogPosition(behind: entry)
            }
            if newest.number == walk.lastEntry { break }
            guard let next = try self.segment(behind: position, walk) else { return nil }
            segment = next
        }
        return .after(revision: walk.revision)
    }

    /// Shows an entry if it is the newest of its item; false when `body` returned false.
    private func visit(
        _ entry: LogEntry, _ walk: inout ChangeWalk,
        _ body: (borrowing ItemChange, ChangePosition) -> Bool
    ) throws(DatabaseError) -> Bool {
        let here = LogPosition(behind: entry)
        if entry.members.contains(.deletion) {
            guard try isDeletion(entry, of: walk.owner) else { return true }
            let behind = try changePosition(here, &walk)
            walk.rest -= 1
            return body(.deleted(entry.id, revision: entry.revision), behind)
        }
        // Of several changes by one write only the first entry is shown.
        guard !entry.members.contains(.repeated) else { return true }
        // Computed before the row is shown, because that statement must not be run again meanwhile.
        let behind = try changePosition(here, &walk)
        var goesOn = true
        for done in [false, true] {
            let slot = Slot(owner: walk.owner, done: done, sequence: entry.sequence)
            let isShown = try visit(at: slot) { row -> Bool in
                guard row.fields.revision == entry.revision else { return false }
                goesOn = body(.item(copy row), behind)
                return true
            }
            if isShown == true { walk.rest -= 1 }
            if isShown != nil { break }
        }
        return goesOn
    }

    private func isDeletion(_ entry: LogEntry, of owner: Int) throws(DatabaseError) -> Bool {
        try changes.deletion.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            try statement.bind(uuid: entry.id, at: 2)
            guard try session.step(&statement) else { return false }
            return statement.integer(at: 0) == entry.number
        }
    }

    private func head(of owner: Owner) throws(DatabaseError) -> (revision: Int, lastEntry: Int) {
        try changes.head.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try session.step(&statement) else { return (0, 0) }
            return (try statement.counter(at: 0), try statement.counter(at: 1))
        }
    }
}
