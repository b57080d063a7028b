package import Items

/// Commits the batches of the write queue: the part of a writer that depends on the storage.
///
/// Only touched on the writer's queue.
package protocol BatchWriter: AnyObject {
    /// The state of maintenance after the last batch.
    var maintenanceState: MaintenanceState { get }
    /// Answered by a batch whenever it makes progress.
    var livenessProbes: LivenessProbes { get }

    /// Performs the writes in one transaction, each whole or not at all, and returns their final
    /// outcomes in order: a success is durable. A maintenance step, which also deletes what has
    /// expired, is part of the batch if `isMaintenance`. The outcome `.tooManyEffects` asks for the
    /// job as a bulk write.
    func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool
    ) -> BatchOutcomes

    /// Does the maintenance that the last run has left, after its replies.
    func maintain()

    /// Stores addresses; a failure is only reported, because no request waits.
    func store(_ found: [GeocodeResult])

    /// Leaves the storage so that the next start is quick; no batch follows.
    func close() throws(StorageFailure)
}

/// Commits bulk writes beside the batches of a `BatchWriter`, on a storage that locks only the rows
/// of their owners.
///
/// Only touched on the writer's queue.
package protocol BulkWriter: BatchWriter {
    /// Called between two parts of a bulk write, to perform writes of other owners.
    var meanwhile: (() -> Void)? { get set }
}

/// The outcomes of a batch, in the order of its jobs.
package typealias BatchOutcomes = (
    items: [Result<WriteOutcome, WriteFailure>], accounts: [AccountJob.Outcome]
)

/// Work of a storage between two batches that belongs to none of them.
///
/// Only touched on the writer's queue.
package protocol WriterUpkeep: AnyObject {
    /// Called after each pass of the writer; `again` may be called later, on any thread, to have
    /// this called without a batch.
    func runIfNeeded(_ again: @escaping @Sendable () -> Void)
    /// Called after the last pass of the writer, before the batch writer is closed.
    func close()
}
