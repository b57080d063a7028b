package import Items

/// The members that a change keeps, and its kind; 0001_schema.sql of each storage lists the bits.
///
/// A storage may set the bits 128 and 256 for itself.
package struct ChangeMembers: OptionSet, Sendable {
    package let rawValue: Int

    package static let doneAt = ChangeMembers(.done)
    /// The item did not exist before.
    package static let creation = ChangeMembers(rawValue: 32)
    /// The item was deleted.
    package static let deletion = ChangeMembers(rawValue: 64)
    /// The same write had changed the sequence before.
    package static let repeated = ChangeMembers(rawValue: 512)

    package static let all = ChangeMembers(.all)

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The members of a content, which have the same bits.
    package init(_ content: ItemContent.Members) {
        self.init(rawValue: content.rawValue)
    }

    /// The members in which two states of an item differ.
    init(between old: ToDoItem, and new: ToDoItem) {
        self.init(ItemContent.Members(between: old.content, and: new.content))
        if old.doneAt != new.doneAt { insert(.doneAt) }
    }

    /// The content members among the bits.
    package var content: ItemContent.Members { ItemContent.Members(rawValue: rawValue) }
}
