package import Items

/// The members that a change keeps, and its kind; 0001_schema.sql of each storage lists the bits.
///
///     bit 23 … 8    7 … 5   4 … 0
///     members       free    kinds
package struct ChangeMembers: OptionSet, Sendable {
    package let rawValue: Int

    /// The item did not exist before.
    package static let creation = ChangeMembers(rawValue: 1)
    /// The item was deleted.
    package static let deletion = ChangeMembers(rawValue: 2)
    /// The same write had changed the sequence before.
    package static let repeated = ChangeMembers(rawValue: 4)
    /// The first change of its write, and one with a mark. Only SQLite stores them.
    package static let first = ChangeMembers(rawValue: 8)
    package static let marked = ChangeMembers(rawValue: 16)

    private static let kindBits = 8

    package static let doneAt = ChangeMembers(ItemContent.Members(.done))
    package static let all = ChangeMembers(.all)

    private static let known: ChangeMembers = [
        .creation, .deletion, .repeated, .first, .marked, .all,
    ]

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The members in a row; nil if it has bits without a meaning.
    package init?(stored bits: Int) {
        self.init(rawValue: bits)
        guard Self.known.isSuperset(of: self) else { return nil }
    }

    package init(_ members: ItemContent.Members) {
        self.init(rawValue: members.rawValue << Self.kindBits)
    }

    /// The members in which two states of an item differ.
    init(between old: ToDoItem, and new: ToDoItem) {
        self.init(ItemContent.Members(between: old.content, and: new.content))
        if old.doneAt != new.doneAt { insert(.doneAt) }
    }

    /// The content members among the bits.
    package var content: ItemContent.Members {
        ItemContent.Members(rawValue: rawValue >> Self.kindBits)
    }
}
