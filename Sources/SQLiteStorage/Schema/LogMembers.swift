import Items

/// The members that a log entry keeps, and the kind of its change; the bits are listed in
/// 0001_schema.sql.
struct LogMembers: OptionSet {
    let rawValue: Int

    static let title = LogMembers(rawValue: 1)
    static let description = LogMembers(rawValue: 2)
    static let timestamp = LogMembers(rawValue: 4)
    static let location = LogMembers(rawValue: 8)
    static let doneAt = LogMembers(rawValue: 16)
    /// The item did not exist before.
    static let creation = LogMembers(rawValue: 32)
    /// The item was deleted.
    static let deletion = LogMembers(rawValue: 64)
    /// The first entry of its write.
    static let first = LogMembers(rawValue: 128)
    /// The entry has a mark.
    static let marked = LogMembers(rawValue: 256)
    /// The same write had touched the sequence before.
    static let repeated = LogMembers(rawValue: 512)

    static let all: LogMembers = [.title, .description, .timestamp, .location, .doneAt]

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The members that differ between two states of an item.
    init(between old: ToDoItem, and new: ToDoItem) {
        var members: LogMembers = []
        let (a, b) = (old.content, new.content)
        if !a.title.utf8.elementsEqual(b.title.utf8) { members.insert(.title) }
        if !a.hasDescription(of: b) { members.insert(.description) }
        if a.timestamp != b.timestamp { members.insert(.timestamp) }
        if a.location != b.location { members.insert(.location) }
        if old.doneAt != new.doneAt { members.insert(.doneAt) }
        self = members
    }
}
