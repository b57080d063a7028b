import Items

/// The members that a log entry keeps, and the kind of its change; the bits are listed in
/// 0001_schema.sql.
struct LogMembers: OptionSet {
    let rawValue: Int

    static let doneAt = LogMembers(.done)
    /// There was no item.
    static let creation = LogMembers(rawValue: 32)
    /// The item was deleted.
    static let deletion = LogMembers(rawValue: 64)
    /// The first entry of its write.
    static let first = LogMembers(rawValue: 128)
    /// The entry has a mark.
    static let marked = LogMembers(rawValue: 256)
    /// The same write had touched the sequence before.
    static let repeated = LogMembers(rawValue: 512)

    static let all = LogMembers(.all)

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Members of the content, whose bits are the same here.
    init(_ content: ItemContent.Members) {
        self.init(rawValue: content.rawValue)
    }

    /// The members of the content, among bits that are none of them.
    var content: ItemContent.Members { ItemContent.Members(rawValue: rawValue) }

    /// The members in which two states of an item differ.
    init(between old: ToDoItem, and new: ToDoItem) {
        self.init(ItemContent.Members(between: old.content, and: new.content))
        if old.doneAt != new.doneAt { insert(.doneAt) }
    }
}
