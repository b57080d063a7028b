package import Items
import TestSupport

/// The visible state of an owner's items.
package struct ItemState: Equatable {
    package let revision: Int
    package let items: [ToDoItem]

    /// A state.
    package init(revision: Int, items: [ToDoItem]) {
        self.revision = revision
        self.items = items
    }
}

extension ItemRepository where Self: ItemRows {
    /// All items of an owner, and the revision.
    package func state(of owner: Owner) throws -> ItemState {
        ItemState(revision: try revision(of: owner), items: try all(of: owner))
    }
}

extension WriteOutcome {
    /// The outcome of a write that changed items, with this revision.
    package static func changed(
        _ revision: Int, _ result: Result
    ) -> Swift.Result<WriteOutcome, WriteFailure> {
        .success(WriteOutcome(revision: revision, changed: true, result: result))
    }

    /// The outcome of a write that changed nothing.
    package static func same(
        _ revision: Int, _ result: Result
    ) -> Swift.Result<WriteOutcome, WriteFailure> {
        .success(WriteOutcome(revision: revision, changed: false, result: result))
    }
}
