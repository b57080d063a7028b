import Items
import StorageTestSupport
import TestSupport
import Testing

/// The contract of every item repository: each test runs on all kinds of storage.
///
/// The suites are in the other files of this folder.
@Suite struct ItemRepositoryContract {}

extension ItemWorld {
    /// Writes and waits for the outcome.
    func write(_ action: ItemWrite.Action, _ conditions: Conditions = Conditions()) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action, conditions: conditions))
    }

    /// Writes with an idempotency key.
    func write(_ action: ItemWrite.Action, once request: IdempotentRequest) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action), once: request)
    }

    /// Adds open items with ids from 1 on, in one write each.
    func add(_ titles: String...) throws {
        for (number, title) in zip((1 as UInt64)..., titles) {
            _ = try write(.put(id(number), content(title))).get()
        }
    }

    /// All items, and the revision.
    var state: ItemState {
        get throws { try repository.state(of: owner) }
    }

    /// The titles in the default order.
    var titles: [String] {
        get throws { try state.items.map(\.content.title) }
    }
}

/// The visible state of an owner's items.
struct ItemState: Equatable {
    let revision: Int
    let items: [ToDoItem]
}

extension ItemRepository where Self: ItemReads {
    /// All items of an owner, and the revision.
    func state(of owner: Owner) throws -> ItemState {
        ItemState(revision: try revision(of: owner), items: try all(of: owner))
    }
}

extension WriteOutcome {
    /// The outcome of a write that changed items, with this revision.
    static func changed(
        _ revision: Int, _ result: Result
    ) -> Swift.Result<WriteOutcome, WriteFailure> {
        .success(WriteOutcome(revision: revision, changed: true, result: result))
    }

    /// The outcome of a write that changed nothing.
    static func same(_ revision: Int, _ result: Result) -> Swift.Result<WriteOutcome, WriteFailure>
    {
        .success(WriteOutcome(revision: revision, changed: false, result: result))
    }
}
