/// One of several writes that are done together, or not at all.
package struct BatchStep: Equatable, Sendable {
    /// What is to happen to one item.
    package enum Action: Equatable, Sendable {
        case put(ItemID, ItemContent)
        case patch(ItemID, ItemPatch)
        case delete(ItemID)
    }

    package let action: Action
    /// The revision that the item must have had before the whole batch.
    package let ifRevision: Int?

    /// A step that holds only if the item had that revision, when one is given.
    package init(_ action: Action, ifRevision: Int? = nil) {
        self.action = action
        self.ifRevision = ifRevision
    }

    /// What is stored after a step; a later one may have changed it again.
    package enum Result: Equatable, Sendable {
        case item(ToDoItem)
        case deleted(ItemID)
    }
}
