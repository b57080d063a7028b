import Items

/// The members that a change keeps, and its kind; the bits are listed in
/// migrations/postgres/0001_schema.sql.
struct ChangeMembers: OptionSet {
    let rawValue: Int

    static let doneAt = ChangeMembers(.done)
    /// There was no item.
    static let creation = ChangeMembers(rawValue: 32)
    /// The item was deleted.
    static let deletion = ChangeMembers(rawValue: 64)
    /// The same write had touched the sequence before.
    static let repeated = ChangeMembers(rawValue: 512)

    static let all = ChangeMembers(.all)

    init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Members of the content, whose bits are the same here.
    init(_ content: ItemContent.Members) {
        self.init(rawValue: content.rawValue)
    }

    /// The members in which two states of an item differ.
    init(between old: ToDoItem, and new: ToDoItem) {
        self.init(ItemContent.Members(between: old.content, and: new.content))
        if old.doneAt != new.doneAt { insert(.doneAt) }
    }

    /// The members of the content, among bits that are none of them.
    var content: ItemContent.Members { ItemContent.Members(rawValue: rawValue) }
}
