import Items
import SQLite

extension SQLiteItemTransaction {
    /// The bytes that an entry counts in addition to its texts.
    static let entryBytes = 64
    /// The bytes of history between two marks.
    static let bytesPerMark = 16 << 10

    /// Appends an entry with these members of the item before its change, its deletion or its
    /// creation; returns the entry's number.
    @discardableResult
    func append(
        _ members: LogMembers, of item: ToDoItem, revision: Int, now: Double
    ) throws(DatabaseError) -> Int {
        let number = try allocateEntry()
        guard var state else { throw try log.append.corruption("no owner") }
        var members = members
        if entries == 0 { members.insert(.first) }
        let bytes = Self.entryBytes + item.content.textBytes(of: members.content)
        state.unmarked += bytes
        if state.unmarked >= Self.bytesPerMark {
            members.insert(.marked)
            try mark(number, revision)
            state.unmarked = 0
        }
        let log = try log
        if members.isDisjoint(with: .all.subtracting(.doneAt)) {
            try bind(number, members, item, revision, now, to: &log.appendShort)
            try session.run(&log.appendShort)
        } else {
            try bind(number, members, item, revision, now, to: &log.append)
            try bindRest(members, item, to: &log.append)
            try session.run(&log.append)
        }
        state.lastEntry = number
        state.historyBytes += bytes
        state.isStored = false
        self.state = state
        entries += 1
        return number
    }

    private func allocateEntry() throws(DatabaseError) -> Int {
        let number: Int
        if let nextEntry {
            number = nextEntry
        } else {
            number = try log.lastEntry.withReset { statement throws(DatabaseError) in
                try session.step(&statement) ? statement.counter(at: 0) + 1 : 1
            }
        }
        nextEntry = number + 1
        return number
    }

    private func mark(_ entry: Int, _ revision: Int) throws(DatabaseError) {
        let log = try log
        try log.mark.bind(owner.key, at: 1)
        try log.mark.bind(revision, at: 2)
        try log.mark.bind(entry, at: 3)
        try session.run(&log.mark)
    }

    private func bind(
        _ number: Int, _ members: LogMembers, _ item: ToDoItem, _ revision: Int, _ now: Double,
        to statement: inout Statement
    ) throws(DatabaseError) {
        typealias At = LogColumns.At
        try statement.bind(number, at: 1 + At.entry)
        try statement.bind(owner.key, at: 1 + At.owner)
        try statement.bind(state?.lastEntry, at: 1 + At.previous)
        try statement.bind(revision, at: 1 + At.revision)
        try statement.bind(now, at: 1 + At.changedAt)
        try statement.bind(item.sequence, at: 1 + At.sequence)
        try statement.bind(members.rawValue, at: 1 + At.members)
        try statement.bind(members.contains(.doneAt) ? item.doneAt : nil, at: 1 + At.doneAt)
    }

    private func bindRest(
        _ members: LogMembers, _ item: ToDoItem, to statement: inout Statement
    ) throws(DatabaseError) {
        typealias At = LogColumns.At
        let isDeletion = members.contains(.deletion)
        try statement.bind(isDeletion ? item.createdAt : nil, at: 1 + At.createdAt)
        try statement.bind(uuid: isDeletion ? (item.id.high, item.id.low) : nil, at: 1 + At.id)
        try ContentColumn.bind(
            members.content, of: item.content, to: &statement, from: 1 + At.content)
    }
}
