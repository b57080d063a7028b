package import Items

/// A storage as the writer uses it: transactions of rows, accounts, and maintenance.
///
///     beginRun
///       perform                       changes of accounts
///       begin, reads, flush, commit   item jobs; rollBack after a refusal or a failure
///     endRun
///
/// Only touched on the writer's queue.
package protocol BatchStore: AnyObject {
    /// The rows inside the open transaction.
    var rowStore: any RowStore { get }
    /// The state of maintenance after the last run.
    var maintenanceState: MaintenanceState { get }

    /// Begins a run of the writer, which has to take a step of maintenance or not.
    func beginRun(_ run: BatchRun)
    /// Makes changes of accounts, in one or several transactions, each whole or not at all.
    func perform(_ jobs: [AccountJob], in run: BatchRun) -> [AccountJob.Outcome]
    /// Begins the transaction of item jobs, and may read the rows that they name.
    func begin(_ jobs: [WriteJob], _ rows: BatchRows) throws(TransactionFailure)
    /// Writes what has changed, deletes what is beyond the limits of owners, and commits.
    func commit(_ rows: BatchRows, at now: Double) throws(TransactionFailure)
    /// Ends a transaction of item jobs that failed, or was refused.
    func rollBack(after failure: TransactionFailure?, _ jobs: [WriteJob])
    /// Ends a run, with the maintenance that is due and was not part of a transaction.
    func endRun(_ run: BatchRun, hasJobs: Bool, after accountJobs: [AccountJob])

    /// Stores addresses; a failure is only reported, because no request waits.
    func store(_ found: [GeocodeResult], at now: Double)
    /// Leaves the storage so that the next start is quick.
    func close() throws(StorageFailure)
}

/// What is the same for all transactions of a run.
package struct BatchRun {
    /// The time at the start of the run.
    package let now: Double
    /// The time that decides what has expired.
    package let trustedNow: Double
    /// Whether a step of maintenance is due.
    package let isMaintenance: Bool
}

/// Why a transaction has stored nothing.
package enum TransactionFailure: Error {
    /// The same attempt may succeed now.
    case outdated(StorageFailure)
    /// Another attempt, of fewer jobs, may succeed.
    case refused(StorageFailure)
    case failed(StorageFailure)
}
