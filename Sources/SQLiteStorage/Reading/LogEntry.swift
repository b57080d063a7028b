import Items
import SQLite
import Storage

/// An owner's log entry, without its members.
struct LogEntry {
    let number: Int
    let previous: Int
    let revision: Int
    let sequence: Int
    let members: ChangeMembers
    /// The item's id if the entry is a deletion, else meaningless.
    let id: ItemID
    /// The last entry of the same revision; nil while the walk has not found it.
    var last: Int?

    /// Decodes the current row of `ChangeStatements.entrySQL`.
    init(_ number: Int, _ statement: borrowing Statement) throws(DatabaseError) {
        self.number = number
        previous = try statement.counter(at: 0)
        revision = try statement.counter(at: 1)
        sequence = try statement.sequence(at: 2)
        members = ChangeMembers(rawValue: statement.integer(at: 3))
        let isDeletion = members.contains(.deletion)
        id = isDeletion ? try statement.itemID(at: 4) : ItemID(high: 0, low: 0)
        // Otherwise a damaged chain would make a walk endless.
        try statement.require(previous < number, "an entry that leads to a later one")
    }
}

/// A position in the log: all revisions before `revision`, and of it all entries up to `entry`.
struct LogPosition {
    let revision: Int
    /// `Int.max` means the whole revision.
    let entry: Int
    /// The last entry of the revision, if it is known.
    let last: Int?

    /// The position behind a whole revision, or behind an entry of it.
    init(revision: Int, entry: Int = .max, last: Int? = nil) {
        self.revision = revision
        self.entry = entry
        self.last = last
    }

    init(behind entry: LogEntry) {
        self.init(revision: entry.revision, entry: entry.number, last: entry.last)
    }

    /// Whether the position is behind the whole revision.
    var isWhole: Bool { entry == .max }

    /// Whether the entry is before the position.
    func has(_ entry: LogEntry) -> Bool {
        entry.revision < revision || entry.revision == revision && entry.number <= self.entry
    }
}

/// The state of a walk through an owner's changes.
struct ChangeWalk {
    let owner: Int
    let revision: Int
    let lastEntry: Int
    /// The number of changes that may still be shown.
    var rest: Int
    /// The last entry of the revision that was looked up last.
    var lastOfRevision: (revision: Int, entry: Int)?
}
