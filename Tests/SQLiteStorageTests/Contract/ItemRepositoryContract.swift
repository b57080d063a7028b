import Items
import StorageTestSupport
import TestSupport
import Testing

/// What every kind of repository owes to those who use it: each test in it runs on all of them.
///
/// The suites are in the files beside this one.
@Suite struct ItemRepositoryContract {}

extension ItemWorld {
    /// Writes, and waits for the outcome.
    func write(_ action: ItemWrite.Action, _ conditions: Conditions = Conditions()) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action, conditions: conditions))
    }

    /// Writes for a request with a key.
    func write(_ action: ItemWrite.Action, once request: IdempotentRequest) -> Outcome {
        repository.perform(ItemWrite(owner: owner, action: action), once: request)
    }

    /// Adds open items with ids from 1 on, in one write each.
    func add(_ titles: String...) throws {
        for (number, title) in zip((1 as UInt64)..., titles) {
            _ = try write(.put(id(number), content(title))).get()
        }
    }

    /// All that is to be seen.
    var state: ItemState {
        get throws { try repository.state(of: owner) }
    }

    /// The titles in the default order.
    var titles: [String] {
        get throws { try state.items.map(\.content.title) }
    }
}

/// All that an owner can see of a repository.
struct ItemState: Equatable {
    let revision: Int
    let items: [ToDoItem]
}

extension ItemRepository {
    /// All that this owner can see.
    func state(of owner: Owner) throws -> ItemState {
        ItemState(revision: try revision(of: owner), items: try all(of: owner))
    }
}

extension WriteOutcome {
    /// The outcome of a write that took this revision.
    static func changed(
        _ revision: Int, _ result: Result
    ) -> Swift.Result<WriteOutcome, WriteFailure> {
        .success(WriteOutcome(revision: revision, changed: true, result: result))
    }

    /// The outcome of a write that took none.
    static func same(_ revision: Int, _ result: Result) -> Swift.Result<WriteOutcome, WriteFailure>
    {
        .success(WriteOutcome(revision: revision, changed: false, result: result))
    }
}
