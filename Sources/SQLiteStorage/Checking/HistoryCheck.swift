import SQLite
import Storage

/// Checks that an owner's log entries are a chain: each leads to the previous one, no revision is
/// missing between them but where a restore jumped, and the last one has the owner's revision.
struct HistoryCheck {
    static let description =
        "the log has every revision up to its owner's revision, one after the other"

    let session: any StorageSession
    let progress: (CheckProgress) -> Void

    private struct Entry {
        let owner: Int
        let number: Int
        let previous: Int
        let revision: Int
        let isFirst: Bool
        let lastEntry: Int
        let ownerRevision: Int

        init(_ row: borrowing Statement) {
            owner = row.integer(at: 0)
            number = row.integer(at: 1)
            previous = row.integer(at: 2)
            revision = row.integer(at: 3)
            isFirst = ChangeMembers(rawValue: row.integer(at: 4)).contains(.first)
            lastEntry = row.integer(at: 5)
            ownerRevision = row.integer(at: 6)
        }

        /// Whether this entry is the successor of the other one, of the same owner.
        func follows(_ other: Entry) -> Bool {
            guard previous == other.number else { return false }
            if isFirst { return other.revision.precedes(revision) }
            // The entries of a write are consecutive.
            return revision == other.revision && number == other.number + 1
        }

        var isLast: Bool {
            number == lastEntry
                && (revision == ownerRevision || revision.isBeforeJump(to: ownerRevision))
        }
    }

    /// The number of entries that break the chain, and the first one.
    func violations() throws(DatabaseError) -> (count: Int, example: String) {
        var (count, example) = (0, "")
        func note(_ entry: Entry) {
            if count == 0 { example = "owner \(entry.owner), entry \(entry.number)" }
            count += 1
        }
        var rows = try session.prepare(
            """
            SELECT owner, entry, previous, log.revision, members, last_entry, owners.revision \
            FROM log JOIN owners USING (owner) WHERE leaving = 0 ORDER BY owner, entry
            """)
        var before: Entry?
        var compared = 0
        while try session.step(&rows) {
            compared += 1
            progress(.history(compared))
            let entry = Entry(rows)
            if let before, before.owner == entry.owner {
                if !entry.follows(before) { note(entry) }
            } else if let before, !before.isLast {
                note(before)
            }
            before = entry
        }
        if let before, !before.isLast { note(before) }
        return (count, example)
    }
}

extension Int {
    /// Whether no write is missing between two revisions.
    fileprivate func precedes(_ revision: Int) -> Bool {
        revision == self + 1 || isBeforeJump(to: revision)
    }

    /// Whether a restore may have led from one revision to the other.
    fileprivate func isBeforeJump(to revision: Int) -> Bool {
        revision - self >= ClockRenewal.jumps.lowerBound
    }
}
