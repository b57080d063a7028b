import Dispatch
import Items
import SQLiteTestSupport
import StorageTestSupport
import Synchronization
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

    /// Submits writes before the first is answered, where the repository writes on a thread of its
    /// own.
    func writeAtOnce(_ actions: [ItemWrite.Action]) -> [Outcome] {
        let answered = DispatchSemaphore(value: 0)
        let outcomes = Mutex<[Int: Outcome]>([:])
        for (index, action) in actions.enumerated() {
            repository.submit(ItemWrite(owner: owner, action: action), once: nil) { outcome in
                outcomes.withLock { $0[index] = outcome }
                answered.signal()
            }
        }
        for _ in actions { answered.wait() }
        return outcomes.withLock { outcomes in actions.indices.compactMap { outcomes[$0] } }
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
