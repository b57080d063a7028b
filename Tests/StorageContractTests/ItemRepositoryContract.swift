import SQLiteTestSupport
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
