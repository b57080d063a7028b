/// One step of a batch, all or none of which are written.
package struct BatchStep: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case put(ItemID, ItemContent)
        case patch(ItemID, ItemPatch)
        case delete(ItemID)
    }

    package let action: Action
    /// The revision that the item must have had before the batch.
    package let ifRevision: Int?

    /// A step, optionally conditional on the item's revision.
    package init(_ action: Action, ifRevision: Int? = nil) {
        self.action = action
        self.ifRevision = ifRevision
    }

    /// The stored result of a step; a later step may change it again.
    package enum Result: Equatable, Sendable {
        case item(ToDoItem)
        case deleted(ItemID)
    }
}
