import Accounts
package import Items
package import Storage

/// The double of a storage under a writer, whose commits wait or fail as the test says.
///
/// Only touched on the writer's queue.
package final class InMemoryBatchStore: BatchStore {
    package let rowStore: any RowStore
    private let rows: InMemoryRowStore
    /// Called when a transaction begins, which fails with what it throws.
    private let onBegin: () throws(TransactionFailure) -> Void
    /// The owners whose rows another process has locked.
    package var locked: Set<Int> = []
    /// Called before each commit, which fails with what it throws.
    private let beforeCommit: () throws(TransactionFailure) -> Void
    /// Called after each commit.
    private let onCommit: () -> Void

    /// An empty storage, whose rows are read through what `wrap` makes of them.
    package init(
        wrap: (any RowStore) -> any RowStore = { $0 },
        onBegin: @escaping () throws(TransactionFailure) -> Void = {},
        beforeCommit: @escaping () throws(TransactionFailure) -> Void = {},
        onCommit: @escaping () -> Void = {}
    ) {
        rows = InMemoryRowStore()
        rowStore = wrap(rows)
        self.onBegin = onBegin
        self.beforeCommit = beforeCommit
        self.onCommit = onCommit
    }

    package var maintenanceState: MaintenanceState { .done }

    package func beginRun(_ run: BatchRun) {}

    package func perform(_ jobs: [AccountJob], in run: BatchRun) -> [AccountJob.Outcome] {
        jobs.map { _ in .failure(.storage(.unexpected("a storage without accounts"))) }
    }

    package func begin(
        _ jobs: [WriteJob], _ rows: BatchRows
    ) throws(TransactionFailure) {
        try onBegin()
        guard !jobs.contains(where: { locked.contains($0.write.owner.key) }) else {
            throw .locked(.busy("lock timeout"))
        }
        self.rows.begin(of: jobs.map(\.write.owner))
    }

    package func lockedOwners(among owners: [Int]) -> Set<Int> { locked.intersection(owners) }

    package func commit(_ rows: BatchRows, at now: Double) throws(TransactionFailure) {
        try beforeCommit()
        self.rows.commit(rows)
        onCommit()
    }

    package func rollBack(after failure: TransactionFailure?, _ jobs: [WriteJob]) {
        rows.rollBack()
    }

    package func endRun(_ run: BatchRun, hasJobs: Bool, after accountJobs: [AccountJob]) {}

    package func store(_ found: [GeocodeResult], at now: Double) {}

    package func close() {}

    /// The items of an owner, in order of creation.
    package func items(of owner: Owner) -> [ToDoItem] {
        rows.states[owner.key]?.items(ItemQuery()).sorted { $0.sequence < $1.sequence } ?? []
    }

    /// Sets the last sequence that an owner has used.
    package func setLastSequence(_ sequence: Int, of owner: Owner) {
        rows.change(owner.key) { $0.lastSequence = sequence }
    }
}
