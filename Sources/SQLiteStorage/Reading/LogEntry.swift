import Items
import SQLite

/// An entry of an owner's part of the log, without the members that it keeps.
struct LogEntry {
    let number: Int
    let previous: Int
    let revision: Int
    let sequence: Int
    let members: LogMembers
    /// The item's id; a value without meaning but for a deletion.
    let id: ItemID
    /// The last entry of the same revision; nil where the walk has not seen it.
    var last: Int?

    /// The entry on whose row a statement of `ChangeStatements.entrySQL` stands.
    init(_ number: Int, _ statement: borrowing Statement) throws(DatabaseError) {
        self.number = number
        previous = try statement.counter(at: 0)
        revision = try statement.counter(at: 1)
        sequence = try statement.sequence(at: 2)
        members = LogMembers(rawValue: statement.integer(at: 3))
        let isDeletion = members.contains(.deletion)
        id = isDeletion ? try statement.itemID(at: 4) : ItemID(high: 0, low: 0)
        // Or a walk back might never end.
        try statement.require(previous < number, "an entry before which comes a later one")
    }
}

/// How far the log was read: all revisions before this one, and of it all up to the entry.
struct LogPosition {
    let revision: Int
    /// `Int.max` is all of the revision.
    let entry: Int
    /// The last entry of the revision, where it is known.
    let last: Int?

    /// Behind a whole revision, or behind an entry of it.
    init(revision: Int, entry: Int = .max, last: Int? = nil) {
        self.revision = revision
        self.entry = entry
        self.last = last
    }

    /// Behind an entry.
    init(behind entry: LogEntry) {
        self.init(revision: entry.revision, entry: entry.number, last: entry.last)
    }

    /// Whether all of its revision was read.
    var isWhole: Bool { entry == .max }

    /// Whether the entry was read already.
    func has(_ entry: LogEntry) -> Bool {
        entry.revision < revision || entry.revision == revision && entry.number <= self.entry
    }
}

/// What one walk through the changes of an owner goes by.
struct ChangeWalk {
    let owner: Int
    let revision: Int
    let lastEntry: Int
    /// How many changes may still be shown.
    var rest: Int
    /// The last entry of the revision that was asked for last.
    var lastOfRevision: (revision: Int, entry: Int)?
}
