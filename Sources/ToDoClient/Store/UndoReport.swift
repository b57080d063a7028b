public import Foundation

/// What an undo or a redo has done, and what it could not do.
///
/// The action is removed from the history in any case: the next call is for the action before it.
public struct UndoReport: Equatable, Sendable {
    /// An item whose change could not be reverted, or only in part.
    public struct NotReverted: Hashable, Sendable {
        /// The reason.
        public enum Reason: Hashable, Sendable {
            /// The item was deleted since.
            case deleted
            /// These members were changed since; others were reverted.
            case changed([ToDoItem.Member])
            /// The deleted item exists again.
            case exists
            /// The server has refused the change.
            case refused
            /// The item is open again, without its rule: the next item has it.
            case ruleMoved
            /// The item is already as it was before the change.
            case alreadyReverted
        }

        /// The current item, or the item as the action left it if it no longer exists.
        public let item: ToDoItem
        /// The reason.
        public let reason: Reason

        /// An item that was not reverted, for tests.
        public init(item: ToDoItem, reason: Reason) {
            self.item = item
            self.reason = reason
        }
    }

    /// What an action has done to an item.
    public struct Change: Hashable, Sendable {
        /// The kind of the change.
        public enum Kind: Hashable, Sendable {
            /// The item was added, or restored.
            case added
            /// Members of the item were changed.
            case changed
            /// The item was given another place in the order by hand.
            case moved
            /// The item was marked as done.
            case checked
            /// The item was marked as open.
            case unchecked
            /// The item was deleted.
            case deleted
        }

        /// The kind of the change.
        public let kind: Kind
        /// The item after the change, or before its deletion.
        public let item: ToDoItem

        /// A change, for tests.
        public init(kind: Kind, item: ToDoItem) {
            self.kind = kind
            self.item = item
        }

        init?(from before: ToDoItem?, to after: ToDoItem?) {
            switch (before, after) {
            case (nil, let after?): self.init(kind: .added, item: after)
            case (let before?, nil): self.init(kind: .deleted, item: before)
            case (let before?, let after?):
                let kind: Kind =
                    switch after.differences(from: before) {
                    case [.done]: after.done ? .checked : .unchecked
                    case [.position]: .moved
                    default: .changed
                    }
                self.init(kind: kind, item: after)
            case (nil, nil): return nil
            }
        }
    }

    /// The items that were changed.
    public var reverted: Set<ToDoItem.ID>
    /// The items that were not reverted, or only in part.
    public var notReverted: [NotReverted]
    /// The changes that the next undo reverts, or the next redo makes again; empty if there are none.
    public var next: [Change]

    /// A report; an empty one if there was nothing to undo.
    public init(
        reverted: Set<ToDoItem.ID> = [], notReverted: [NotReverted] = [], next: [Change] = []
    ) {
        self.reverted = reverted
        self.notReverted = notReverted
        self.next = next
    }
}
