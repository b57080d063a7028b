import Items
import SQLite

/// Appends to the log.
extension SQLiteItemTransaction {
    /// The bytes that an entry counts besides its texts.
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
        let bytes = Self.entryBytes + members.textBytes(of: item)
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
        try statement.bind(number, at: 1)
        try statement.bind(owner.key, at: 2)
        try statement.bind(state?.lastEntry, at: 3)
        try statement.bind(revision, at: 4)
        try statement.bind(now, at: 5)
        try statement.bind(item.sequence, at: 6)
        try statement.bind(members.rawValue, at: 7)
        try statement.bind(members.contains(.doneAt) ? item.doneAt : nil, at: 8)
    }

    private func bindRest(
        _ members: LogMembers, _ item: ToDoItem, to statement: inout Statement
    ) throws(DatabaseError) {
        let content = item.content
        let location = members.contains(.location) ? content.location : nil
        let isDeletion = members.contains(.deletion)
        try statement.bind(text: members.contains(.title) ? content.title : nil, at: 9)
        try statement.bind(
            text: members.contains(.description) ? content.itemDescription : nil, at: 10)
        try statement.bind(members.contains(.timestamp) ? content.timestamp : nil, at: 11)
        try statement.bind(text: location?.name, at: 12)
        try statement.bind(location?.coordinate?.latitude, at: 13)
        try statement.bind(location?.coordinate?.longitude, at: 14)
        try statement.bind(isDeletion ? item.createdAt : nil, at: 15)
        try statement.bind(uuid: isDeletion ? (item.id.high, item.id.low) : nil, at: 16)
    }
}

extension LogMembers {
    /// How many bytes of an item's texts are kept.
    fileprivate func textBytes(of item: ToDoItem) -> Int {
        let content = item.content
        return (contains(.title) ? content.title.utf8.count : 0)
            + (contains(.description) ? content.itemDescription?.utf8.count ?? 0 : 0)
            + (contains(.location) ? content.location?.name.utf8.count ?? 0 : 0)
    }
}
