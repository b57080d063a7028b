import Items

/// The members that a log entry stores, and the kind of its change; 0001_schema.sql lists the bits.
struct LogMembers: OptionSet {
    let rawValue: Int

    static let doneAt = LogMembers(.done)
    /// The item did not exist before.
    static let creation = LogMembers(rawValue: 32)
    /// The item was deleted.
    static let deletion = LogMembers(rawValue: 64)
    /// The first entry of its write.
    static let first = LogMembers(rawValue: 128)
    /// The entry has a mark.
    static let marked = LogMembers(rawValue: 256)
    /// The same write had changed the sequence before.
    static let repeated = LogMembers(rawValue: 512)

    static let all = LogMembers(.all)

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The members of a content, which have the same bits.
    init(_ content: ItemContent.Members) {
        self.init(rawValue: content.rawValue)
    }

    /// The content members among the bits.
    var content: ItemContent.Members { ItemContent.Members(rawValue: rawValue) }

    /// The members in which two states of an item differ.
    init(between old: ToDoItem, and new: ToDoItem) {
        self.init(ItemContent.Members(between: old.content, and: new.content))
        if old.doneAt != new.doneAt { insert(.doneAt) }
    }
}
